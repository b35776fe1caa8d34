/** SQL conditions on accounts (rows of `app_user`). */
import { type RawBuilder, sql } from 'kysely'
import { may, ROLES } from '#contract/roles.ts'

/**
 * Matches the account with this email, ignoring case, but not guests, who may share the email. The email is lowercased
 * in JavaScript, as when counting guesses: PostgreSQL would turn the Turkish İ into an i.
 */
export const hasEmail = (email: string): RawBuilder<boolean> =>
  sql<boolean>`(lower(email) = ${email.toLowerCase()} and not guest)`

/** Owners who may sign in, including demo owners. */
export const IS_OWNER = sql<boolean>`(account_type = 'admin' and role is null
  and disabled_at is null)`

/** Staff who may read orders: they receive real-time events and emails about each order. */
export const READS_ORDERS = sql`(account_type = 'admin' and coalesce(role, 'owner') = any(${ROLES.filter(
  (role) => may(role, 'read', 'orders'),
)}::text[]))`

/** Staff who are required to have a second factor, whether or not they have one. */
export const NEEDS_SECOND_FACTOR = sql<boolean>`(account_type = 'admin'
  and exists (select from staff_rules where second_factor_required))`
