import { sql } from 'kysely'
import type { AccountType, User } from '#contract/accounts.ts'
import type { Locale } from '#contract/locale.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import type { Role } from '#contract/roles.ts'
import type { Handle } from '../platform/db/database.ts'
import { isConfirmed, isKept } from './confirmed.ts'
import { hasEmail, NEEDS_SECOND_FACTOR } from './roles.ts'

export interface Credentials {
  id: number
  email: string
  accountType: AccountType
  /** Null if there is no password. A sign-in opens no session if the hash has changed since it was read. */
  passwordHash: string | null
  disabled: boolean
  demo: boolean
}

/** @returns an object with the new account's `id`; null if the email is reserved, or taken (ignoring case). */
export async function insertUser(
  db: Handle,
  user: {
    username: string
    email: string
    passwordHash: string | null
    locale: Locale
    confirmed?: boolean
  },
) {
  const { rows } = await sql<{ id: number }>`
    insert into app_user (username, email, password_hash, locale, email_confirmed_at)
    select ${user.username}, ${user.email}, ${user.passwordHash}, ${user.locale},
      case when ${user.confirmed ?? false} then now() end
    where not ${isKept(user.email)}
    on conflict (lower(email)) where not guest do nothing
    returning id`.execute(db)
  return rows[0] ?? null
}

const CREDENTIALS = sql`id, email, account_type as "accountType", password_hash as "passwordHash",
  disabled_at is not null as disabled, demo`

export async function findByEmail(db: Handle, email: string): Promise<Credentials | null> {
  const { rows } = await sql<Credentials>`
    select ${CREDENTIALS} from app_user where ${hasEmail(email)}`.execute(db)
  return rows[0] ?? null
}

export async function findCredentials(db: Handle, id: number): Promise<Credentials | null> {
  const { rows } = await sql<Credentials>`
    select ${CREDENTIALS} from app_user where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** An account's user, with the fields needed to email them; unrelated to the staff role `owner`. */
export interface Owner {
  id: number
  username: string
  email: string
  locale: Locale
}

/** Locks the account until the transaction ends. @returns null if the account is missing or closed. */
export async function lockOwner(tx: Handle, id: number): Promise<Owner | null> {
  const { rows } = await sql<Owner>`
    select id, username, email, locale from app_user
    where id = ${id} and deleted_at is null for no key update`.execute(tx)
  return rows[0] ?? null
}

function userColumns(asksToConfirm: boolean) {
  return sql`id, username, email, guest, phone, country, city, picture_key, account_type,
    case account_type when 'admin' then coalesce(role, 'owner') end as role,
    ${isConfirmed(asksToConfirm)} as "emailConfirmed",
    (select new_email from email_change
     where user_id = app_user.id and confirmed_at is null and undone_at is null
       and expires_at > now()) as "pendingEmail"`
}

type UserRow = Omit<User, 'profileImage'> & { picture_key: string | null }

export async function findUser(
  db: Handle,
  id: number,
  asksToConfirm: boolean,
): Promise<User | null> {
  const { rows } = await sql<UserRow>`
    select ${userColumns(asksToConfirm)} from app_user where id = ${id}`.execute(db)
  return rows[0] ? toUser(rows[0]) : null
}

/** Leaves undefined fields unchanged, and `email`, `passwordHash` and `locale` also if they are null. */
export async function updateUser(
  db: Handle,
  id: number,
  change: {
    username: string
    email: string | null
    passwordHash: string | null
    locale: Locale | null
    phone: string | null | undefined
    country: string | null | undefined
    city: string | null | undefined
  },
): Promise<void> {
  await sql`
    update app_user set
      username = ${change.username},
      email = coalesce(${change.email}, email),
      password_hash = coalesce(${change.passwordHash}, password_hash),
      locale = coalesce(${change.locale}, locale),
      ${optional('phone', change.phone)} ${optional('country', change.country)} ${optional('city', change.city)}
      updated_at = now()
    where id = ${id}`.execute(db)
}

/** Sets the language of the account's emails, writing only if it differs. */
export async function setLocale(db: Handle, id: number, locale: Locale): Promise<void> {
  await sql`
    update app_user set locale = ${locale} where id = ${id} and locale <> ${locale}`.execute(db)
}

function optional(column: 'phone' | 'country' | 'city', value: string | null | undefined) {
  return value === undefined ? sql`` : sql`${sql.ref(column)} = ${value || null},`
}

/**
 * @returns an object whose `before` is the replaced picture's key or null; null if the account is missing or closed.
 */
export async function replacePicture(db: Handle, id: number, key: string) {
  const { rows } = await sql<{ before: string | null }>`
    with earlier as (
      select id, picture_key from app_user
      where id = ${id} and deleted_at is null for no key update
    ), replaced as (
      update app_user set picture_key = ${key}, updated_at = now()
      where id in (select id from earlier)
    )
    select picture_key as before from earlier`.execute(db)
  return rows[0] ?? null
}

export async function picturesOfAccounts(db: Handle, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select picture_key as key from app_user
    where picture_key = any(${[...keys]}::text[])`.execute(db)
  return rows.map(({ key }) => key)
}

/** A staff account's role and whether it lacks a required second factor; null for a customer or a disabled account. */
export async function findRole(db: Handle, id: number) {
  const { rows } = await sql<{ role: Role; lacksSecondFactor: boolean }>`
    select coalesce(role, 'owner') as role,
      second_factor_at is null and ${NEEDS_SECOND_FACTOR} as "lacksSecondFactor"
    from app_user
    where id = ${id} and account_type = 'admin' and disabled_at is null`.execute(db)
  return rows[0] ?? null
}

function toUser({ picture_key, ...user }: UserRow): User {
  return { ...user, profileImage: picture_key && wirePictureUrl(picture_key) }
}
