/** The ids of the shop that an invented past is stored in. */

export interface StoreSettings {
  now: number
  customerId: number
  adminId: number
  /** By the products' order in the past. */
  productIds: number[]
  /** Receives the share that is stored; the caller reports the end. */
  progress: (share: number) => void
}

/** The database's ids for the rows of a past, by their places in its lists. */
export interface Ids {
  users: number[]
  batches: number[]
  orders: number[]
}
