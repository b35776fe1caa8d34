import { sql } from 'kysely'
import type { Handle } from '../../platform/db/database.ts'
import type { Credentials } from '../accounts.store.ts'
import type { Flow } from './google-client.ts'

export async function insertFlow(
  db: Handle,
  cookieHash: Uint8Array,
  flow: Flow,
  lifeSeconds: number,
): Promise<void> {
  await sql`
    insert into google_flow (cookie_hash, state, nonce, verifier, expires_at)
    values (${cookieHash}, ${flow.state}, ${flow.nonce}, ${flow.verifier},
      now() + make_interval(secs => ${lifeSeconds}))`.execute(db)
}

export interface Identity {
  issuer: string
  subject: string
}

/** Deletes the flow, so that it can be used only once. @returns null if the flow is missing or has expired. */
export async function takeFlow(db: Handle, cookieHash: Uint8Array): Promise<Flow | null> {
  const { rows } = await sql<Flow & { isAlive: boolean }>`
    delete from google_flow where cookie_hash = ${cookieHash}
    returning state, nonce, verifier, expires_at > now() as "isAlive"`.execute(db)
  return rows[0]?.isAlive ? rows[0] : null
}

export async function findIdentity(db: Handle, { issuer, subject }: Identity) {
  const { rows } = await sql<{ userId: number; disabled: boolean }>`
    select user_id as "userId", disabled_at is not null as disabled
    from identity join app_user on app_user.id = user_id
    where issuer = ${issuer} and subject = ${subject}`.execute(db)
  return rows[0] ?? null
}

export async function isUnconfirmed(db: Handle, userId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from app_user
    where id = ${userId} and email_confirmed_at is null and lower(email) = lower(${email})`.execute(
    db,
  )
  return rows.length > 0
}

/** @returns false when the identity already belongs to an account. */
export async function insertIdentity(
  db: Handle,
  identity: Identity & { userId: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into identity (issuer, subject, user_id)
    values (${identity.issuer}, ${identity.subject}, ${identity.userId})
    on conflict do nothing returning user_id`.execute(db)
  return rows.length > 0
}

interface Code extends Pick<Credentials, 'email' | 'accountType' | 'passwordHash'> {
  userId: number
}

/**
 * A code for a linked identity opens a session; any other code also requires the account's password.
 * @returns false when the identity is no longer linked: a code must not outlive the link.
 */
export async function insertCode(
  db: Handle,
  code: {
    codeHash: Uint8Array
    cookieHash: Uint8Array
    userId: number
    identity: Identity
    isLinked: boolean
    lifeSeconds: number
  },
): Promise<boolean> {
  const { issuer, subject } = code.identity
  const { rows } = await sql`
    with linked as (
      select user_id from identity
      where issuer = ${issuer} and subject = ${subject} and user_id = ${code.userId} for key share
    )
    insert into google_code (code_hash, cookie_hash, user_id, link_issuer, link_subject, expires_at)
    select ${code.codeHash}, ${code.cookieHash}, ${code.userId},
      case when not ${code.isLinked} then ${issuer} end,
      case when not ${code.isLinked} then ${subject} end,
      now() + make_interval(secs => ${code.lifeSeconds})
    where not ${code.isLinked} or exists (select from linked)
    returning user_id`.execute(db)
  return rows.length > 0
}

const COLUMNS = sql`user_id as "userId", email, account_type as "accountType",
  password_hash as "passwordHash"`

export async function takeCode(db: Handle, codeHash: Uint8Array, cookieHash: Uint8Array) {
  const { rows } = await sql<Code>`
    delete from google_code using app_user
    where code_hash = ${codeHash} and cookie_hash = ${cookieHash} and expires_at > now()
      and link_subject is null and app_user.id = user_id and disabled_at is null
    returning ${COLUMNS}`.execute(db)
  return rows[0] ?? null
}

/** Finds a valid code that also requires the account's password, and the identity to link; does not use up the code. */
export async function findLinkCode(
  db: Handle,
  codeHash: Uint8Array,
  cookieHash: Uint8Array,
): Promise<(Code & Identity) | null> {
  const { rows } = await sql<Code & Identity>`
    select ${COLUMNS}, link_issuer as issuer, link_subject as subject from google_code join app_user on app_user.id = user_id
    where code_hash = ${codeHash} and cookie_hash = ${cookieHash} and expires_at > now()
      and link_subject is not null and disabled_at is null`.execute(db)
  return rows[0] ?? null
}

/** @returns false if the code no longer exists, such as after another request used it. */
export async function dropCode(db: Handle, codeHash: Uint8Array): Promise<boolean> {
  const { rows } = await sql`
    delete from google_code where code_hash = ${codeHash} returning user_id`.execute(db)
  return rows.length > 0
}
