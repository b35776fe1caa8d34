/** Who changed which products, for whoever keeps prepared answers about them. */

export interface CatalogChanges {
  /** Call after the commit. */
  announce(productIds: readonly number[]): void
  on(hear: (productIds: readonly number[]) => void): void
}

export function createCatalogChanges(): CatalogChanges {
  const hearers: Array<(productIds: readonly number[]) => void> = []
  return {
    announce(productIds) {
      for (const hear of hearers) hear(productIds)
    },
    on(hear) {
      hearers.push(hear)
    },
  }
}
