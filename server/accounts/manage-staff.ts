import type { EditOf, StaffForm, StaffMember, Unversioned } from '#contract/admin.ts'
import { recordChange, recordEdit, versionOf } from '../audit/audit.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, orNotFound, ShopError } from '../platform/http/shop-error.ts'
import { writeEvent } from '../platform/outbox/topics.ts'
import type { AccountParts } from './account-parts.ts'
import { SECOND_FACTOR_TOPIC, STAFF_INVITED_TOPIC } from './accounts.events.ts'
import { setOff } from './sign-in/second-factor.store.ts'
import * as store from './staff.store.ts'

const editedOf = ({ name, role, is_active }: StaffForm) => ({ name, role, is_active })

const versioned = (member: Unversioned<StaffMember>): StaffMember => ({
  ...member,
  version: versionOf(editedOf(member)),
})

export type ManageStaff = ReturnType<typeof createManageStaff>

export function createManageStaff({ db, sessions }: AccountParts) {
  /**
   * Runs the work if the caller is an owner, with the rows of all active owners locked. One owner always remains:
   * nobody can change their own role, and two owners cannot remove each other concurrently.
   * @throws ShopError `forbidden`.
   */
  async function asOwner<T>(
    caller: Caller,
    id: number | null,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return inTransaction(db, async (tx) => {
      const owners = await store.lockOwners(tx)
      if (!owners.includes(caller.id)) throw new ShopError('forbidden', 'admin.notYourRole')
      if (id === caller.id) throw new ShopError('forbidden', 'error.ownRole')
      return work(tx)
    })
  }

  async function find(tx: Tx, id: number): Promise<Unversioned<StaffMember>> {
    return orNotFound(await store.findMember(tx, id))
  }

  const entry = (caller: Caller, entityId: number | null) =>
    ({ actorId: caller.id, entity: 'staff', entityId }) as const

  return {
    all: async () => (await store.findStaff(db.run)).map(versioned),

    /** Mails a link to set a password. @throws ShopError `forbidden`, `invalid`. */
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
        return versioned(member)
      }),

    /**
     * Changing the role or `is_active` immediately ends all of the member's sessions.
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
          const { role, is_active } = record.before
          if (role !== form.role || is_active !== form.is_active) await sessions.endAll(tx, id)
        })
        return versioned(await find(tx, id))
      }),

    /**
     * Sets whether all staff must have a second factor; if so, signs out those without one.
     * @throws ShopError `conflict` if the caller turns this on without having a second factor; `forbidden`.
     */
    requireSecondFactor: (caller: Caller, is_required: boolean): Promise<void> =>
      asOwner(caller, null, async (tx) => {
        const edit = {
          ...entry(caller, null),
          action: 'edit' as const,
          before: { second_factor_required: await store.lockRule(tx) },
          after: { second_factor_required: is_required },
        }
        const lacking = (await store.findStaff(tx)).filter((one) => !one.has_second_factor)
        if (is_required && lacking.some(({ id }) => id === caller.id)) {
          throw new ShopError('conflict', 'error.ownSecondFactorFirst')
        }
        await recordEdit(tx, edit, async () => {
          await store.setRule(tx, is_required)
          if (!is_required) return
          const ids = lacking.map(({ id }) => id).sort((a, b) => a - b)
          for (const id of ids) await sessions.endAll(tx, id)
        })
      }),

    /**
     * Turns off the member's second factor, ends all their sessions and mails a notice; does nothing if the member has
     * no second factor.
     * @throws ShopError `forbidden`, `not_found`.
     */
    resetSecondFactor: (caller: Caller, id: number): Promise<StaffMember> =>
      asOwner(caller, id, async (tx) => {
        const { has_second_factor } = await find(tx, id)
        const edit = {
          ...entry(caller, id),
          action: 'edit' as const,
          before: { has_second_factor },
          after: { has_second_factor: false },
        }
        await recordEdit(tx, edit, async () => {
          await setOff(tx, id)
          await sessions.endAll(tx, id)
          await writeEvent(tx, SECOND_FACTOR_TOPIC, { userId: id, isOn: false })
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
