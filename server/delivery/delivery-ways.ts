/** What staff do with the ways in which orders reach customers. */
import type { DeliveryWay, DeliveryWayForm } from '#contract/admin.ts'
import { DELIVERY_WAYS_MAX } from '#contract/limits.ts'
import { recordChange, recordEdit } from '../audit/audit.ts'
import { type Database, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, notFound, ShopError } from '../platform/http/shop-error.ts'
import * as store from './delivery-ways.store.ts'
import { readWay } from './way-form.ts'

export type DeliveryWays = ReturnType<typeof createDeliveryWays>

export function createDeliveryWays(db: Database) {
  /** One writer at a time: positions differ, and one way is always active. */
  async function write<T>(work: (tx: Tx, before: DeliveryWay[]) => Promise<T>): Promise<T> {
    return inTransaction(db, async (tx) => {
      await store.lockWays(tx)
      return work(tx, await store.findWays(tx))
    })
  }

  const find = async (tx: Tx, id: number) => present(await store.findWays(tx), id)

  return {
    /** In display order, including those that are switched off. */
    all: (): Promise<DeliveryWay[]> => store.findWays(db.run),

    /** @throws ShopError `invalid`, `conflict` when the list is full. */
    create: (caller: Caller, form: DeliveryWayForm): Promise<DeliveryWay> =>
      write(async (tx, ways) => {
        if (ways.length >= DELIVERY_WAYS_MAX) {
          throw new ShopError('conflict', {
            id: 'refusal.listFull',
            values: { max: DELIVERY_WAYS_MAX },
          })
        }
        const id = await store.insertWay(tx, readWay(form))
        const after = await find(tx, id)
        await recordChange(tx, {
          ...entry(caller, 'create', id),
          before: null,
          after: { ...after },
        })
        return after
      }),

    /** @throws ShopError `invalid`, `not_found`, `conflict` for switching off the last active way. */
    edit: (caller: Caller, id: number, form: DeliveryWayForm): Promise<DeliveryWay> =>
      write(async (tx, ways) => {
        const before = present(ways, id)
        const values = readWay(form)
        if (!form.is_active) keepOneActive(ways, id)
        const after = { ...before, ...form, name: values.name, name_ar: values.name_ar }
        await recordEdit(tx, { ...entry(caller, 'edit', id), before, after }, () =>
          store.updateWay(tx, id, values),
        )
        return find(tx, id)
      }),

    /** Purchases keep their copy. @throws ShopError `not_found`, `conflict` for the last active way. */
    remove: (caller: Caller, id: number): Promise<void> =>
      write(async (tx, ways) => {
        const before = present(ways, id)
        keepOneActive(ways, id)
        await store.removeWay(tx, id)
        await recordChange(tx, {
          ...entry(caller, 'delete', id),
          before: { ...before },
          after: null,
        })
      }),

    /**
     * The first way that reaches an address is the one an order has unless another is chosen.
     * @param ids every id of the list, once. @throws ShopError `invalid` for any other ids.
     */
    order: (caller: Caller, ids: readonly number[]): Promise<DeliveryWay[]> =>
      write(async (tx, ways) => {
        const before = ways.map((way) => way.id)
        const isSame = before.length === ids.length && before.every((id) => ids.includes(id))
        if (!isSame) throw invalid({ ids: ['refusal.listIncomplete'] })
        await recordEdit(
          tx,
          { ...entry(caller, 'reorder', null), before: { ids: before }, after: { ids } },
          () => store.setPositions(tx, ids),
        )
        return store.findWays(tx)
      }),
  }
}

const entry = (caller: Caller, action: string, id: number | null) => ({
  actorId: caller.id,
  action,
  entity: 'delivery_way' as const,
  entityId: id,
})

function present(ways: readonly DeliveryWay[], id: number): DeliveryWay {
  const way = ways.find((one) => one.id === id)
  if (!way) throw notFound()
  return way
}

/** Without an active way, nothing could be ordered. */
function keepOneActive(ways: readonly DeliveryWay[], id: number): void {
  if (!ways.some((way) => way.is_active && way.id !== id)) {
    throw new ShopError('conflict', 'refusal.lastDeliveryWay')
  }
}
