/** Conditions on an account, for SQL: rows of `app_user`. */
import { type RawBuilder, sql } from 'kysely'
import { may, ROLES } from '#contract/roles.ts'

/**
 * Whether it is the account with this e-mail, in any letter case: guests may have the same. Lowered
 * as the counters of guesses lower it: PostgreSQL makes an i of the Turkish İ, and those would not.
 */
export const hasEmail = (email: string): RawBuilder<boolean> =>
  sql<boolean>`(lower(email) = ${email.toLowerCase()} and not guest)`

/** Owners who may sign in, those of a demo included. */
export const IS_OWNER = sql<boolean>`(account_type = 'admin' and role is null
  and disabled_at is null)`

/** Staff who may read orders: real time and e-mails tell them of each. */
export const READS_ORDERS = sql`(account_type = 'admin' and coalesce(role, 'owner') = any(${ROLES.filter(
  (role) => may(role, 'read', 'orders'),
)}::text[]))`

/** Staff of whom the owners require a second factor, whether or not they have it. */
export const NEEDS_SECOND_FACTOR = sql<boolean>`(account_type = 'admin'
  and exists (select from staff_rules where second_factor_required))`
