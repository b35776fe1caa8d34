/** Customer accounts, managed by staff. */
import type { Customer, CustomersQuery } from '#contract/admin.ts'
import { recordChange } from '../audit/audit.ts'
import { type Database, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { orNotFound } from '../platform/http/shop-error.ts'
import * as store from './customers.store.ts'
import type { Sessions } from './sessions/sessions.ts'

export type ManageCustomers = ReturnType<typeof createManageCustomers>

export function createManageCustomers(db: Database, sessions: Sessions) {
  async function setDisabled(caller: Caller, id: number, disabled: boolean): Promise<Customer> {
    return inTransaction(db, async (tx) => {
      if (await store.setDisabled(tx, id, disabled)) {
        await recordChange(tx, {
          actorId: caller.id,
          action: disabled ? 'disable' : 'enable',
          entity: 'customer',
          entityId: id,
          before: { disabled: !disabled },
          after: { disabled },
        })
        if (disabled) await sessions.endAll(tx, id)
      }
      return orNotFound(await store.findCustomer(tx, id))
    })
  }

  return {
    list: (query: CustomersQuery) => store.findCustomers(db.run, query),

    /** @throws ShopError `not_found`. */
    async find(id: number): Promise<{ data: Customer; sessions: number }> {
      const data = orNotFound(await store.findCustomer(db.run, id))
      return { data, sessions: await store.countSessions(db.run, id) }
    },

    /** Ends all of the customer's sessions and sockets. @throws ShopError `not_found`. */
    disable: (caller: Caller, id: number): Promise<Customer> => setDisabled(caller, id, true),

    /** @throws ShopError `not_found`. */
    enable: (caller: Caller, id: number): Promise<Customer> => setDisabled(caller, id, false),
  }
}
