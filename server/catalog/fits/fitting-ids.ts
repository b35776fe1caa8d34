/** The ids of the accessories that fit a device, cached until products change. */
import { LRUCache } from 'lru-cache'
import type { Handle } from '../../platform/db/database.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import { findFittingIds } from './fits.store.ts'

/** The maximum number of devices to cache; a device that many accessories fit takes up to a megabyte. */
const DEVICES_KEPT = 50

export function createFittingIds(db: Handle, changes: Pick<CatalogChanges, 'on' | 'reliable'>) {
  const known = new LRUCache<number, Promise<readonly number[]>>({ max: DEVICES_KEPT })

  changes.on(({ what }) => {
    // Orders and ratings do not change what fits. Clearing also discards reads in progress.
    if (what === 'products' || what === 'restored' || what === 'everything') known.clear()
  })

  return (device: number): Promise<readonly number[]> => {
    if (!changes.reliable()) return findFittingIds(db, device)
    const kept = known.get(device)
    if (kept) return kept
    const found = findFittingIds(db, device)
    known.set(device, found)
    found.catch(() => known.get(device) === found && known.delete(device))
    return found
  }
}
