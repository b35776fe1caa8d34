/** What owners do with the people who work in the shop. */
import type { EditOf, StaffForm, StaffMember, Unversioned } from '#contract/admin.ts'
import { recordChange, recordEdit, versionOf } from '../audit/audit.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, notFound, ShopError } from '../platform/http/shop-error.ts'
import { writeEvent } from '../platform/outbox/topics.ts'
import type { AccountParts } from './account-parts.ts'
import { STAFF_INVITED_TOPIC } from './accounts.events.ts'
import * as store from './staff.store.ts'

/** What an edit changes. */
const editedOf = ({ name, role, is_active }: StaffForm) => ({ name, role, is_active })

const versioned = (member: Unversioned<StaffMember>): StaffMember => ({
  ...member,
  version: versionOf(editedOf(member)),
})

export type ManageStaff = ReturnType<typeof createManageStaff>

export function createManageStaff({ db, sessions, notify }: AccountParts) {
  /**
   * Holds the owners' rows, so that two who take each other's role away leave one. Nobody changes his
   * own: an owner is always left.
   */
  async function asOwner<T>(
    caller: Caller,
    id: number | null,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return inTransaction(db, async (tx) => {
      const owners = await store.lockOwners(tx)
      if (!owners.includes(caller.id)) throw new ShopError('forbidden', 'error.notYourRole')
      if (id === caller.id) throw new ShopError('forbidden', 'error.ownRole')
      return work(tx)
    })
  }

  async function find(tx: Tx, id: number): Promise<Unversioned<StaffMember>> {
    const member = await store.findMember(tx, id)
    if (!member) throw notFound()
    return member
  }

  const entry = (caller: Caller, entityId: number) =>
    ({ actorId: caller.id, entity: 'staff', entityId }) as const

  return {
    all: async () => (await store.findStaff(db.run)).map(versioned),

    /** Mails a link by which the password is chosen. @throws ShopError `forbidden`, `invalid`. */
    invite: (caller: Caller, form: StaffForm): Promise<StaffMember> =>
      asOwner(caller, null, async (tx) => {
        const id = await store.addMember(tx, form)
        if (id === null) throw invalid({ email: ['error.staffAddressTaken'] })
        await sessions.endAll(tx, id)
        const member = await find(tx, id)
        await recordChange(tx, {
          ...entry(caller, id),
          action: 'create',
          before: null,
          after: { name: member.name, role: member.role },
        })
        await writeEvent(tx, STAFF_INVITED_TOPIC, { userId: id })
        tx.afterCommit(notify)
        return versioned(member)
      }),

    /**
     * Ends every session: of one who may sign in no longer, at once.
     * @throws ShopError `forbidden`, `not_found`, `edited_meanwhile`.
     */
    edit: (
      caller: Caller,
      id: number,
      { version, ...form }: EditOf<StaffForm>,
    ): Promise<StaffMember> =>
      asOwner(caller, id, async (tx) => {
        const record = {
          ...entry(caller, id),
          action: 'edit' as const,
          before: editedOf(await find(tx, id)),
          after: editedOf(form),
          version,
        }
        await recordEdit(tx, record, async () => {
          await store.updateMember(tx, id, form)
          await sessions.endAll(tx, id)
        })
        return versioned(await find(tx, id))
      }),

    /** @throws ShopError `forbidden`, `not_found`. */
    remove: (caller: Caller, id: number): Promise<void> =>
      asOwner(caller, id, async (tx) => {
        const { name, role } = await find(tx, id)
        await store.removeMember(tx, id)
        await sessions.endAll(tx, id)
        await recordChange(tx, {
          ...entry(caller, id),
          action: 'delete',
          before: { name, role },
          after: null,
        })
      }),
  }
}
