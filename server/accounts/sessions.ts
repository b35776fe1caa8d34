/**
 * Bearer tokens: 256 random bits, stored as their SHA-256, one row per sign-in. What a token
 * stands for is remembered in the process, and forgotten in every process when it is revoked.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { AccountType } from '#contract/accounts.ts'
import { type Database, type Handle, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Signals } from '../platform/db/signals.ts'
import type { Caller } from '../platform/http/api.ts'
import * as store from './sessions.store.ts'

const REVOKED = 'sessions-revoked'

/** How long a remembered token is believed before the database is asked again. */
const REMEMBER_MS = 60_000
const REMEMBERED_MAX = 50_000

/** Idle and absolute life in seconds (reliability notes, "Settled"). */
const LIFE: Record<AccountType, { idle: number; absolute: number }> = {
  customer: { idle: 14 * 86_400, absolute: 60 * 86_400 },
  admin: { idle: 2 * 3_600, absolute: 24 * 3_600 },
}

export interface Device {
  userAgent: string | undefined
  address: string
}

export type Sessions = ReturnType<typeof createSessions>

interface Remembered {
  caller: Caller
  until: number
}

export function createSessions(db: Database, signals: Signals) {
  const remembered = new Map<string, Remembered>()
  /** Counts revocations, so that a look-up that began before one is not remembered after it. */
  let generation = 0

  function forget(userId: number): void {
    generation++
    for (const [token, { caller }] of remembered) {
      if (caller.id === userId) remembered.delete(token)
    }
  }

  function remember(token: string, caller: Caller, asOf: number): void {
    if (asOf !== generation || !signals.reliable()) return
    if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value ?? '')
    remembered.set(token, { caller, until: Date.now() + REMEMBER_MS })
  }

  const revocationHearers: Array<(userId: number) => void> = []

  function hearRevocation(userId: number): void {
    forget(userId)
    for (const hear of revocationHearers) hear(userId)
  }

  signals.on(REVOKED, (userId) => hearRevocation(userId as number))

  /** Every process forgets the user's tokens; this one as soon as the transaction commits. */
  async function announceRevocation(tx: Tx, userId: number): Promise<void> {
    tx.afterCommit(() => hearRevocation(userId))
    await signals.send(tx, REVOKED, userId)
  }

  return {
    /** Opens a session and returns its token, which is never stored. */
    async open(
      tx: Handle,
      user: { id: number; accountType: AccountType },
      device: Device,
    ): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      await store.insertSession(tx, {
        tokenHash: hashToken(token),
        userId: user.id,
        lifeSeconds: LIFE[user.accountType].absolute,
        userAgent: device.userAgent?.slice(0, 300) ?? null,
        address: device.address,
      })
      return token
    },

    /** Whoever the token stands for now, or null. */
    async authenticate(token: string): Promise<Caller | null> {
      const known = remembered.get(token)
      if (known && known.until > Date.now() && signals.reliable()) return known.caller
      const asOf = generation
      const caller = await store.touchSession(
        db.read,
        hashToken(token),
        LIFE.customer.idle,
        LIFE.admin.idle,
      )
      if (caller) remember(token, caller, asOf)
      else remembered.delete(token)
      return caller
    },

    /** Hears of users of whom sessions were ended, in any process. */
    onRevoked(hear: (userId: number) => void): void {
      revocationHearers.push(hear)
    },

    /** Those of the sessions that are alive now, and whether their users are staff. */
    alive: (ids: readonly number[]): Promise<Map<number, { isAdmin: boolean }>> =>
      store.findAlive(db.read, ids, LIFE.customer.idle, LIFE.admin.idle),

    /** Ends one session. */
    async end(caller: Caller): Promise<void> {
      await inTransaction(db, async (tx) => {
        await store.revokeSession(tx, caller.sessionId)
        await announceRevocation(tx, caller.id)
      })
    },

    /** Ends every session of the user. */
    async endAll(tx: Tx, userId: number): Promise<void> {
      await store.revokeAllSessions(tx, userId)
      await announceRevocation(tx, userId)
    },

    /** Ends every session of the user but the one given. */
    async endOthers(tx: Tx, caller: Caller): Promise<void> {
      await store.revokeOtherSessions(tx, caller.id, caller.sessionId)
      await announceRevocation(tx, caller.id)
    },
  }
}

function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
