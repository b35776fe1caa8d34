/** Staff accounts. An owner's role is null in the database. */
import { sql } from 'kysely'
import type { StaffForm, StaffMember, Unversioned } from '#contract/admin.ts'
import type { Handle, Tx } from '../platform/db/database.ts'
import { isKept } from './confirmed.ts'
import { IS_OWNER } from './roles.ts'

/** Condition: nobody has confirmed the account's email, set its password, or linked a provider. */
const NEVER_OPENED = sql`(app_user.email_confirmed_at is null and app_user.password_hash is null
  and not exists (select from identity where user_id = app_user.id))`

const MEMBER = sql`
  select id, username as name, email, coalesce(role, 'owner') as role, disabled_at is null as is_active,
    ${NEVER_OPENED} as is_invited, second_factor_at is not null as has_second_factor
  from app_user where account_type = 'admin' and deleted_at is null`

/** Owners first, then by name. */
export async function findStaff(db: Handle): Promise<Unversioned<StaffMember>[]> {
  const { rows } = await sql<Unversioned<StaffMember>>`
    select * from (${MEMBER}) member order by role <> 'owner', lower(name), id`.execute(db)
  return rows
}

export async function findMember(db: Handle, id: number): Promise<Unversioned<StaffMember> | null> {
  const { rows } = await sql<Unversioned<StaffMember>>`
    select * from (${MEMBER}) member where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Locks the owners who may sign in, in id order. @returns their ids. */
export async function lockOwners(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user
    where ${IS_OWNER}
    order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Adds a staff account without a password. If a customer with this email has confirmed it, or has no way to sign in,
 * that account becomes a staff account instead.
 * @returns the account's id; null if the email is reserved, or belongs to an account that cannot become staff.
 */
export async function addMember(tx: Tx, { name, email, role }: StaffForm): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into app_user (username, email, account_type, role)
    select ${name}, ${email}, 'admin', nullif(${role}, 'owner') where not ${isKept(email)}
    on conflict (lower(email)) where not guest do update
      set account_type = 'admin', role = excluded.role, updated_at = now()
      where app_user.account_type = 'customer' and app_user.disabled_at is null
        and app_user.deleted_at is null
        and (app_user.email_confirmed_at is not null or ${NEVER_OPENED})
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export async function updateMember(
  tx: Tx,
  id: number,
  { name, role, is_active }: Pick<StaffForm, 'name' | 'role' | 'is_active'>,
): Promise<void> {
  await sql`
    update app_user set username = ${name}, role = nullif(${role}, 'owner'),
      disabled_at = case when ${is_active} then null else coalesce(disabled_at, now()) end,
      updated_at = now()
    where id = ${id}`.execute(tx)
}

export async function removeMember(tx: Tx, id: number): Promise<void> {
  await sql`
    update app_user set account_type = 'customer', role = null, updated_at = now()
    where id = ${id}`.execute(tx)
}

/** Locks the rule on second factors until the transaction ends. @returns whether staff must have one. */
export async function lockRule(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select second_factor_required as "is" from staff_rules for update`.execute(tx)
  return rows[0]?.is ?? false
}

export async function setRule(tx: Tx, isRequired: boolean): Promise<void> {
  await sql`update staff_rules set second_factor_required = ${isRequired}`.execute(tx)
}
