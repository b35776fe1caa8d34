import { sql } from 'kysely'
import type { SecondFactor } from '#contract/second-factor.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { Credentials } from '../accounts.store.ts'
import { NEEDS_SECOND_FACTOR } from '../roles.ts'

type State = Omit<SecondFactor, 'passkeys'>

export async function findState(db: Handle, userId: number): Promise<State> {
  const { rows } = await sql<State>`
    select second_factor_at is not null as is_on, ${NEEDS_SECOND_FACTOR} as is_required,
      (select count(*) from recovery_code where user_id = app_user.id) as recovery_codes_left,
      exists (select from second_factor where user_id = app_user.id and last_step > 0) as has_app
    from app_user where id = ${userId}`.execute(db)
  return rows[0] ?? { is_on: false, is_required: false, recovery_codes_left: 0, has_app: false }
}

/** Stores the secret of an app whose first code is still to be entered, replacing any earlier secret. */
export async function setSecret(tx: Handle, userId: number, secret: Uint8Array): Promise<void> {
  await sql`
    insert into second_factor (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0`.execute(tx)
}

/** @param isNew whether the app's first code is still to be entered. */
export async function findSecret(
  db: Handle,
  userId: number,
  isNew: boolean,
): Promise<Uint8Array | null> {
  const { rows } = await sql<{ secret: Uint8Array }>`
    select secret from second_factor
    where user_id = ${userId} and (last_step = 0) = ${isNew}`.execute(db)
  return rows[0]?.secret ?? null
}

/** @returns false if a code for this step or a later one has already been accepted. */
export async function takeStep(db: Handle, userId: number, step: number): Promise<boolean> {
  const { rows } = await sql`
    update second_factor set last_step = ${step}
    where user_id = ${userId} and last_step < ${step} returning user_id`.execute(db)
  return rows.length > 0
}

export async function setOn(tx: Handle, userId: number): Promise<void> {
  await sql`update app_user set second_factor_at = now() where id = ${userId}`.execute(tx)
}

const TABLES = [
  'second_factor',
  'passkey',
  'recovery_code',
  'sign_in_challenge',
  'passkey_challenge',
] as const

export async function setOff(tx: Handle, userId: number): Promise<void> {
  await sql`update app_user set second_factor_at = null where id = ${userId}`.execute(tx)
  for (const table of TABLES) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
  }
}

export async function setRecoveryCodes(
  tx: Handle,
  userId: number,
  hashes: Uint8Array[],
): Promise<void> {
  await sql`delete from recovery_code where user_id = ${userId}`.execute(tx)
  await sql`
    insert into recovery_code (user_id, code_hash)
    select ${userId}, unnest(${hashes}::bytea[])`.execute(tx)
}

/** Uses up the recovery code. @returns whether the account had it. */
export async function takeRecoveryCode(
  db: Handle,
  userId: number,
  hash: Uint8Array,
): Promise<boolean> {
  const { rows } = await sql`
    delete from recovery_code where user_id = ${userId} and code_hash = ${hash}
    returning user_id`.execute(db)
  return rows.length > 0
}

/**
 * Starts a sign-in that waits for its second step, if the account is not disabled, has a second factor, and still has
 * the password that was checked.
 * @returns whether the sign-in was started.
 */
export async function insertChallenge(
  db: Handle,
  challenge: {
    hash: Uint8Array
    userId: number
    passwordHash: string | null
    lifeSeconds: number
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sign_in_challenge (token_hash, user_id, expires_at)
    select ${challenge.hash}, id, now() + make_interval(secs => ${challenge.lifeSeconds})
    from app_user
    where id = ${challenge.userId} and second_factor_at is not null and disabled_at is null
      and password_hash is not distinct from ${challenge.passwordHash} for share
    returning user_id`.execute(db)
  return rows.length > 0
}

type Waiting = Pick<Credentials, 'id' | 'email' | 'accountType' | 'passwordHash'>

export async function findChallenge(db: Handle, hash: Uint8Array): Promise<Waiting | null> {
  const { rows } = await sql<Waiting>`
    select id, email, account_type as "accountType", password_hash as "passwordHash"
    from sign_in_challenge join app_user on app_user.id = user_id
    where token_hash = ${hash} and expires_at > now() and disabled_at is null`.execute(db)
  return rows[0] ?? null
}

/** @returns false if the challenge no longer exists, such as after another request used it. */
export async function dropChallenge(db: Handle, hash: Uint8Array): Promise<boolean> {
  const { rows } = await sql`
    delete from sign_in_challenge where token_hash = ${hash} returning user_id`.execute(db)
  return rows.length > 0
}
