import { sql } from 'kysely'
import type { Handle } from '../../platform/db/database.ts'

export interface NewCredential {
  /** In base64url. */
  credentialId: string
  /** In COSE. */
  publicKey: Uint8Array
  counter: number
  /** Transports of the authenticator, as browsers name them: `internal`, `usb`, `hybrid`. */
  transports: string[]
}

export interface KeptPasskey extends NewCredential {
  id: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export async function findPasskeys(db: Handle, userId: number): Promise<KeptPasskey[]> {
  const { rows } = await sql<KeptPasskey>`
    select id, credential_id as "credentialId", public_key as "publicKey", counter, transports,
      name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkey where user_id = ${userId} order by id`.execute(db)
  return rows
}

/** @returns false when an account already has this passkey. */
export async function insertPasskey(
  tx: Handle,
  { userId, name, ...made }: NewCredential & { userId: number; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into passkey (user_id, name, credential_id, public_key, counter, transports)
    values (${userId}, ${name}, ${made.credentialId}, ${made.publicKey}, ${made.counter},
      ${made.transports}::text[])
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

export async function deletePasskey(tx: Handle, id: number): Promise<void> {
  await sql`delete from passkey where id = ${id}`.execute(tx)
}

/**
 * Records a use. @returns false if the counter did not increase: the signature may come from a copy of the passkey.
 * Authenticators that do not count always send 0, which is accepted.
 */
export async function setUsed(db: Handle, id: number, counter: number): Promise<boolean> {
  const { rows } = await sql`
    update passkey set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning id`.execute(db)
  return rows.length > 0
}

interface Challenge {
  /** Who may respond to the challenge: one session, for one purpose, or one sign-in. */
  holder: string
  userId: number
  challenge: string
}

export async function setChallenge(
  db: Handle,
  { holder, userId, challenge, lifeSeconds }: Challenge & { lifeSeconds: number },
): Promise<void> {
  await sql`
    insert into passkey_challenge (holder, user_id, challenge, expires_at)
    values (${holder}, ${userId}, ${challenge}, now() + make_interval(secs => ${lifeSeconds}))
    on conflict (holder) do update
    set challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(db)
}

/** Uses up the challenge. @returns whether it was the holder's and had not expired. */
export async function takeChallenge(
  db: Handle,
  { holder, userId, challenge }: Challenge,
): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenge
    where holder = ${holder} and user_id = ${userId} and challenge = ${challenge}
      and expires_at > now()
    returning holder`.execute(db)
  return rows.length > 0
}
