/** What storing a past needs to know of the shop it goes into. */

export interface StoreSettings {
  now: number
  customerId: number
  adminId: number
  /** By the products' order in the past. */
  productIds: number[]
  /** Told about what share is stored; the end is for the caller to tell. */
  progress: (share: number) => void
}

/** What the rows of a past are called in the database, by their places in its lists. */
export interface Ids {
  users: number[]
  batches: number[]
  orders: number[]
}
