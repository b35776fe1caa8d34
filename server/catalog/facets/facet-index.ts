/**
 * Keeps every category's table as current as the pages in the response cache: changes by staff are read before the next
 * response, changes by orders within a moment. While the tables are being read, or changes by other processes may be
 * missed, lists come from the database alone.
 */
import { noLongerThan } from '../../platform/concurrency/no-longer-than.ts'
import type { Handle } from '../../platform/db/database.ts'
import { LAG_MAX_MS } from '../../platform/http/response-cache/response-cache.ts'
import type { CatalogChange, CatalogChanges } from '../catalog-changes.ts'
import * as store from './facets.store.ts'
import { Table } from './table.ts'

/** The number of products to read at a time; processing more at once would delay requests. */
const PORTION = 1000
/**
 * How long a product list waits for the tables: long enough for an update or, in a small shop, for the initial load.
 */
const PATIENCE_MS = 500
const RETRY_AFTER_MS = 5000
const ROUNDS_MAX = 5

export interface Facets {
  definitions: store.Definitions
  /** The categories' tables, keyed by category id. */
  tables: Map<number, Table>
}

export type FacetIndex = ReturnType<typeof createFacetIndex>

/**
 * The index is empty until it is started.
 * @param onKnown called when the tables are current again after `current` returned null.
 */
export function createFacetIndex(
  db: Handle,
  changes: Pick<CatalogChanges, 'on' | 'reliable'>,
  onKnown: () => void = () => {},
) {
  let facets: Facets | null = null
  let loading: Promise<void> = Promise.resolve()
  let failed: ((error: unknown) => void) | null = null
  let retry: NodeJS.Timeout | undefined
  /** Identifies the current read; incremented to cancel a read in progress. */
  let readings = 0
  /** Ids of products that staff changed or customers rated; reread before the next response. */
  const changed = new Set<number>()
  let areDefinitionsOld = false
  /**
   * Ids of products whose stock changed through orders; only the buyers need to see the new stock in their next response.
   */
  const moved = new Set<number>()
  let movedSince: number | null = null
  /** Whether a list has been served without the tables since they were last complete. */
  let wasMissed = false
  /** The update in progress; it never rejects. */
  let updating: Promise<void> = Promise.resolve()

  changes.on((change) => {
    if (failed) follow(change)
  })

  function follow(change: CatalogChange): void {
    if (change.what === 'everything') load()
    else if (change.what === 'stock') {
      for (const id of change.ids) moved.add(id)
      movedSince ??= performance.now()
    } else if (change.what !== 'storefront') {
      for (const id of change.ids) changed.add(id)
      areDefinitionsOld ||= change.what === 'products'
    }
  }

  function load(): void {
    facets = null
    const reading = ++readings
    clearTimeout(retry)
    loading = readAll(db, () => reading === readings).then(
      (all) => {
        if (!all || reading !== readings) return
        facets = all
        becomeKnown()
      },
      (error) => {
        if (reading !== readings) return
        failed?.(error)
        retry = setTimeout(load, RETRY_AFTER_MS).unref()
      },
    )
  }

  async function update(): Promise<void> {
    const ids = [...changed, ...moved]
    const regrouped = { ids: [...changed], families: familiesOf(changed) }
    const withDefinitions = areDefinitionsOld
    forgetChanges()
    try {
      const definitions = withDefinitions ? await store.findDefinitions(db) : facets?.definitions
      const entries = await store.findEntriesOf(db, ids, regrouped)
      if (!facets || !definitions) return
      // The tables may lack an attribute that became a filter, or hold an attribute with its previous kind.
      if (columnsOf(definitions) !== columnsOf(facets.definitions)) return load()
      facets.definitions = definitions
      replace(facets.tables, ids, entries)
      becomeKnown()
    } catch (error) {
      for (const id of ids) changed.add(id)
      areDefinitionsOld ||= withDefinitions
      failed?.(error)
    }
  }

  function familiesOf(ids: ReadonlySet<number>): number[] {
    const tables = [...(facets?.tables.values() ?? [])]
    return [...ids].flatMap((id) => tables.flatMap((table) => table.familyOf(id) ?? []))
  }

  function becomeKnown(): void {
    if (wasMissed) onKnown()
    wasMissed = false
  }

  function forgetChanges(): void {
    changed.clear()
    moved.clear()
    movedSince = null
    areDefinitionsOld = false
  }

  function isDue(isCurrent: boolean): boolean {
    const mayLag = !isCurrent && performance.now() - (movedSince ?? Infinity) < LAG_MAX_MS / 2
    return changed.size > 0 || areDefinitionsOld || (moved.size > 0 && !mayLag)
  }

  return {
    /** Resolves when the tables have been read, or the first attempt has failed. */
    start(onFailure: (error: unknown) => void): Promise<void> {
      failed = onFailure
      load()
      return loading
    },

    async stop(): Promise<void> {
      failed = null
      facets = null
      readings += 1
      clearTimeout(retry)
      await Promise.all([loading, updating])
    },

    /**
     * The tables, updated first if an update is due; null if only the database can serve the list.
     * @param isCurrent whether the tables must include all orders so far.
     */
    async current(isCurrent: boolean): Promise<Facets | null> {
      const until = performance.now() + PATIENCE_MS
      const isPatient = () => failed && changes.reliable() && performance.now() < until
      // Loops, because an update in progress may have begun before the latest change, or may reread everything.
      for (let round = 0; isPatient() && round < ROUNDS_MAX; round++) {
        if (!facets) await noLongerThan(until - performance.now(), loading)
        await updating
        if (facets && !isDue(isCurrent)) return facets
        if (facets) updating = update()
      }
      wasMissed = true
      return null
    },
  }
}

/** @returns all tables; null once they are no longer wanted. */
async function readAll(db: Handle, isWanted: () => boolean): Promise<Facets | null> {
  const definitions = await store.findDefinitions(db)
  const tables = new Map(definitions.categories.map(({ id }) => [id, new Table()]))
  for (let after = 0; ; ) {
    const entries = await store.findEntriesAfter(db, after, PORTION)
    if (!isWanted()) return null
    const last = entries.at(-1)
    if (!last) return { definitions, tables }
    replace(tables, [], entries)
    after = last.id
  }
}

/** Puts entries into their categories' tables, and removes the products `ids` from all other tables. */
function replace(
  tables: ReadonlyMap<number, Table>,
  ids: readonly number[],
  entries: readonly store.CategoryEntry[],
): void {
  const homes = new Map(entries.map(({ id, category }) => [id, category]))
  for (const [category, table] of tables) {
    for (const id of ids) if (homes.get(id) !== category) table.remove(id)
  }
  for (const entry of entries) tables.get(entry.category)?.put(entry)
}

/** Returns the same string for definitions with the same columns. */
function columnsOf({ attributes }: store.Definitions): string {
  return attributes
    .map(({ id, kind }) => `${id} ${kind}`)
    .sort()
    .join()
}
