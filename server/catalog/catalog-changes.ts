/** Announces catalog changes to everything that caches catalog data. */

export type CatalogChange =
  /** Staff created, deleted or edited these products. */
  | { what: 'products'; ids: readonly number[] }
  /**
   * Staff restored hidden products. Unlike new products, these may be among the most popular ones. `ids` may include
   * products that the same request only edited, and other products in the same families.
   */
  | { what: 'restored'; ids: readonly number[] }
  | { what: 'ratings'; ids: readonly number[] }
  /**
   * Orders changed the stock and sales of these products. Lists may show the new figures up to a second late, except to
   * the users who caused the change, whose ids are in `by`.
   */
  | { what: 'stock'; ids: readonly number[]; by: readonly number[] }
  | { what: 'storefront' }
  /** Anything may have changed, for example because changes by other processes were missed. */
  | { what: 'everything' }

type Listener = (change: CatalogChange) => void

export interface CatalogChanges {
  /**
   * Notifies all listeners in this process before returning. The promise resolves once the other processes have been
   * notified, or notifying them has taken too long, and never rejects: await it before responding to the request.
   */
  announce(change: CatalogChange): Promise<void>
  /** Subscribes to changes announced in any process. */
  on(listener: Listener): void
  /** False while changes by other processes may be missed, so that no cache can be trusted. */
  reliable(): boolean
}

/** The connection to other processes; see shared-changes.ts. */
export interface ChangeSharing {
  share(change: CatalogChange): Promise<void>
  /** Calls `notify` with changes from other processes, and with `everything` if changes may have been missed. */
  listen(notify: Listener): void
  reliable(): boolean
}

export function createCatalogChanges(sharing?: ChangeSharing): CatalogChanges {
  const listeners: Listener[] = []
  const notify: Listener = (change) => {
    for (const listener of listeners) listener(change)
  }
  sharing?.listen(notify)
  return {
    async announce(change) {
      notify(change)
      await sharing?.share(change)
    },
    on(listener) {
      listeners.push(listener)
    },
    reliable: () => sharing?.reliable() ?? true,
  }
}
