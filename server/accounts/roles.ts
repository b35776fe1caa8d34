/** Conditions on an account's role, for SQL: rows of `app_user`. */
import { sql } from 'kysely'
import { may, ROLES } from '#contract/roles.ts'

/** Staff who may read orders: real time and e-mails tell them of each. */
export const READS_ORDERS = sql`(account_type = 'admin' and coalesce(role, 'owner') = any(${ROLES.filter(
  (role) => may(role, 'read', 'orders'),
)}::text[]))`

/** Staff of whom the owners require a second factor, whether or not they have it. */
export const NEEDS_SECOND_FACTOR = sql<boolean>`(account_type = 'admin'
  and exists (select from staff_rules where second_factor_required))`
