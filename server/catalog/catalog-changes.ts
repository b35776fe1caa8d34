/** What changed in the catalogue, for all that keeps a memory of it. */

/** A change, after its commit. */
export type CatalogChange =
  /** Staff changed these products: they came, went, or are no longer what they were. */
  | { what: 'products'; ids: readonly number[] }
  /** Staff shows these again, which were sold before: they may be among the popular ones. */
  | { what: 'restored'; ids: readonly number[] }
  | { what: 'ratings'; ids: readonly number[] }
  /**
   * Orders moved stock and sales of these products. Others may see it in lists a second later, but
   * not those (`by`, ids of users) who did it.
   */
  | { what: 'stock'; ids: readonly number[]; by: readonly number[] }
  | { what: 'storefront' }
  /** Changes of other processes may have gone unheard. */
  | { what: 'everything' }

type Hear = (change: CatalogChange) => void

export interface CatalogChanges {
  /**
   * Everything in this process hears of it before this returns. What is returned resolves when all
   * other processes have, and never fails: wait for it before the change is answered.
   */
  announce(change: CatalogChange): Promise<void>
  /** Hears of changes of all processes. */
  on(hear: Hear): void
  /** False while changes of other processes may go unheard: no memory is to be trusted. */
  reliable(): boolean
}

/** What other processes have to do with it; see shared-changes.ts. */
export interface ChangeSharing {
  /** Passes on what was announced here. */
  share(change: CatalogChange): Promise<void>
  /** Calls `tell` with what was announced elsewhere. */
  listen(tell: Hear): void
  reliable(): boolean
}

export function createCatalogChanges(sharing?: ChangeSharing): CatalogChanges {
  const hearers: Hear[] = []
  const tell: Hear = (change) => {
    for (const hear of hearers) hear(change)
  }
  sharing?.listen(tell)
  return {
    async announce(change) {
      tell(change)
      await sharing?.share(change)
    },
    on(hear) {
      hearers.push(hear)
    },
    reliable: () => sharing?.reliable() ?? true,
  }
}
