/** Conditions on an account, for SQL: rows of `app_user`. */
import { type RawBuilder, sql } from 'kysely'
import { may, ROLES } from '#contract/roles.ts'

/**
 * Whether it is the account with this e-mail, in any letter case; guests may share it. Lowered in JavaScript, as the
 * counters of guesses do: PostgreSQL turns the Turkish İ into an i, which they do not.
 */
export const hasEmail = (email: string): RawBuilder<boolean> =>
  sql<boolean>`(lower(email) = ${email.toLowerCase()} and not guest)`

/** Owners who may sign in, those of a demo included. */
export const IS_OWNER = sql<boolean>`(account_type = 'admin' and role is null
  and disabled_at is null)`

/** Staff who may read orders: they receive real-time events and e-mails about each. */
export const READS_ORDERS = sql`(account_type = 'admin' and coalesce(role, 'owner') = any(${ROLES.filter(
  (role) => may(role, 'read', 'orders'),
)}::text[]))`

/** Staff whom the owners require to have a second factor, whether or not they do. */
export const NEEDS_SECOND_FACTOR = sql<boolean>`(account_type = 'admin'
  and exists (select from staff_rules where second_factor_required))`
