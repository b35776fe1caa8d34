/** Who changed which products, for whoever keeps prepared answers about them. */

/**
 * Stands for every list of products among the ids that prepared answers show: products begin at 1
 * and the shop window is 0.
 */
export const PRODUCT_LISTS_ID = -1

type Hear = (productIds: readonly number[]) => void

export interface CatalogChanges {
  /** Stock or ratings of these products changed. Call after the commit. */
  announce(productIds: readonly number[]): void
  /** They came, went, or changed what lists sort and filter by. Call after the commit. */
  announceListing(productIds: readonly number[]): void
  on(hear: Hear): void
}

/** What other processes have to do with it; see shared-changes.ts. */
export interface ChangeSharing {
  /** Passes on what was announced here. */
  share: Hear
  /** Calls `tell` with what was announced elsewhere. */
  listen(tell: Hear): void
}

export function createCatalogChanges(sharing?: ChangeSharing): CatalogChanges {
  const hearers: Hear[] = []
  const tell: Hear = (ids) => {
    for (const hear of hearers) hear(ids)
  }
  const announce: Hear = (ids) => {
    tell(ids)
    sharing?.share(ids)
  }
  sharing?.listen(tell)
  return {
    announce,
    announceListing: (productIds) => announce([...productIds, PRODUCT_LISTS_ID]),
    on(hear) {
      hearers.push(hear)
    },
  }
}
