/**
 * Bearer tokens: 256 random bits, stored as their SHA-256, one row per sign-in. Each process caches the user of each
 * token and drops the entry when any process revokes the token.
 */
import { LRUCache } from 'lru-cache'
import type { AccountType, SignedIn } from '#contract/accounts.ts'
import type { Session } from '#contract/sessions.ts'
import { atMost } from '../../platform/concurrency/at-most.ts'
import { type Database, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Notifier, Signals } from '../../platform/db/signals.ts'
import type { Caller } from '../../platform/http/api.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import { hashToken, newToken } from '../../platform/secret-token.ts'
import { addressPrefix, type Device, deviceOf } from './device.ts'
import * as store from './sessions.store.ts'

const REVOKED = 'sessions-revoked'

/** How long a cached token is trusted before the database is queried again. */
const REMEMBER_MS = 60_000
const REMEMBERED_MAX = 50_000

/** The idle and absolute timeouts of a session, in seconds. */
export type SessionLife = Record<AccountType, { idle: number; absolute: number }>

export const SESSION_LIFE: SessionLife = {
  customer: { idle: 14 * 86_400, absolute: 60 * 86_400 },
  admin: { idle: 2 * 3_600, absolute: 24 * 3_600 },
}

/** Seconds between recorded uses of a session, fewer if the idle timeout is short, so that not every request writes. */
const NOTE_SECONDS = 300

export type SessionSignals = Signals & Pick<Notifier, 'onReliable'>

export type Sessions = ReturnType<typeof createSessions>

interface Remembered {
  caller: Caller
  until: number
}

export interface SessionOptions {
  life?: SessionLife
  /** Resolves when every other process that responds within a second or two has received all earlier signals. */
  caughtUp?: () => Promise<void>
}

export function createSessions(
  db: Database,
  signals: SessionSignals,
  { life = SESSION_LIFE, caughtUp = async () => {} }: SessionOptions = {},
) {
  const idle = { customer: life.customer.idle, admin: life.admin.idle }
  // The intervals below are at most a quarter of the shorter idle timeout, so that a session in use never seems idle.
  const quarter = Math.floor(Math.min(idle.customer, idle.admin) / 4)
  const noteSeconds = Math.min(NOTE_SECONDS, quarter)
  const rememberMs = Math.min(REMEMBER_MS, quarter * 1000)
  const remembered = new LRUCache<string, Remembered>(atMost(REMEMBERED_MAX))
  /** Incremented by each revocation, and whenever one may have been missed. Lookups begun earlier are not cached. */
  let generation = 0

  function forget(userId: number): void {
    generation++
    const isTheirs = ([, { caller }]: [string, Remembered]) => caller.id === userId
    for (const [token] of [...remembered].filter(isTheirs)) remembered.delete(token)
  }

  function remember(token: string, caller: Caller, asOf: number): void {
    if (asOf !== generation || !signals.reliable()) return
    remembered.set(token, { caller, until: performance.now() + rememberMs })
  }

  const guestListeners: Array<(guest: Caller, userId: number) => Promise<void>> = []
  const revocationListeners: Array<(userId: number) => void> = []

  function handleRevocation(userId: number): void {
    forget(userId)
    for (const listener of revocationListeners) listener(userId)
  }

  signals.on(REVOKED, (userId) => handleRevocation(userId as number))
  // Runs when the connection for signals is lost and when it is restored: revocations in between are missed.
  signals.onReliable(() => {
    generation++
    remembered.clear()
  })

  /**
   * Makes every process drop the user's tokens from its cache; this process does so as soon as the transaction commits.
   */
  async function announceRevocation(tx: Tx, userId: number): Promise<void> {
    tx.afterCommit(() => {
      handleRevocation(userId)
      return caughtUp()
    })
    await signals.send(tx, REVOKED, userId)
  }

  async function endMany(
    tx: Tx,
    userId: number,
    keptId: number | null,
    which: 'devices' | 'all',
  ): Promise<number> {
    const ended = await store.revokeSessions(tx, userId, keptId, which)
    await announceRevocation(tx, userId)
    return ended
  }

  async function authenticate(token: string): Promise<Caller | null> {
    // `peek` is cheaper than `get`, and suffices: entries in use are stored again every minute, so
    // the oldest entries are still the least recently used.
    const known = remembered.peek(token)
    if (known && known.until > performance.now() && signals.reliable()) return known.caller
    const asOf = generation
    const caller = await store.touchSession(db.run, hashToken(token), idle, noteSeconds)
    if (caller) remember(token, caller, asOf)
    else remembered.delete(token)
    return caller
  }

  return {
    /**
     * Opens a session and returns what the client stores; only the token's hash is stored here.
     * @param user with the password hash from when the sign-in began, except for a guest.
     * @throws ShopError `bad_credentials` if, since the sign-in began, the account was disabled, or got a new password
     * or a second factor.
     */
    async signIn(
      user: {
        id: number
        accountType: AccountType
        passwordHash?: string | null
        gaveSecondFactor?: boolean
      },
      device: Device,
    ): Promise<SignedIn> {
      const token = newToken()
      const isOpen = await store.insertSession(db.run, {
        tokenHash: hashToken(token),
        userId: user.id,
        passwordHash: user.passwordHash,
        gaveSecondFactor: user.gaveSecondFactor ?? false,
        lifeSeconds: life[user.accountType].absolute,
        userAgent: device.userAgent?.slice(0, 300) ?? null,
        device: nameOf(deviceOf(device.userAgent)),
        address: addressPrefix(device.address),
      })
      if (!isOpen) throw new ShopError('bad_credentials', 'error.badCredentials')
      const former = device.token === null ? null : await authenticate(device.token)
      if (former?.isGuest && former.id !== user.id) {
        await Promise.all(guestListeners.map((listener) => listener(former, user.id)))
      }
      return { access_token: token, token_type: 'Bearer', account_type: user.accountType }
    },

    authenticate,

    /** Registers a listener to await before responding to a guest who signs in as a different user. */
    onGuestSignIn(listener: (guest: Caller, userId: number) => Promise<void>): void {
      guestListeners.push(listener)
    },

    /** Registers a listener for users whose sessions any process has ended. */
    onRevoked(listener: (userId: number) => void): void {
      revocationListeners.push(listener)
    },

    alive: (ids: readonly number[]): Promise<Map<number, { readsOrders: boolean }>> =>
      store.findAlive(db.run, ids, idle),

    /**
     * Whether the caller's session is still live. For transactions that have locked the account: the session may have
     * ended while they waited for the lock.
     */
    isAlive: async (tx: Tx, { sessionId }: Caller): Promise<boolean> =>
      (await store.findAlive(tx, [sessionId], idle)).has(sessionId),

    async list(caller: Caller): Promise<Session[]> {
      const rows = await store.findSessions(db.run, caller.id, idle)
      return rows.map((row) => ({
        id: row.id,
        ...deviceOf(row.userAgent ?? undefined),
        address: row.address && addressPrefix(row.address),
        created_at: row.createdAt.toISOString(),
        last_used_at: row.lastUsedAt.toISOString(),
        current: row.id === caller.sessionId,
      }))
    },

    /** Ends one of the caller's sessions, by default the current one. @returns whether the session was open. */
    end: (caller: Caller, sessionId = caller.sessionId): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const isEnded = await store.revokeSession(tx, caller.id, sessionId)
        if (isEnded) await announceRevocation(tx, caller.id)
        return isEnded
      }),

    announceRevocation,

    endAll: async (tx: Tx, userId: number) => void (await endMany(tx, userId, null, 'all')),

    /** Ends the caller's other sessions, including API tokens. @returns the number of ended sessions. */
    endOthers: (tx: Tx, caller: Caller) => endMany(tx, caller.id, caller.sessionId, 'all'),

    /** Signs out the caller's other devices; API tokens stay valid. @returns the number of ended sessions. */
    endOtherDevices: (tx: Tx, caller: Caller) =>
      endMany(tx, caller.id, caller.sessionId, 'devices'),
  }
}

/** Names a device without its browser's version, so that an update does not make it a new device. */
function nameOf({ browser, system }: ReturnType<typeof deviceOf>): string {
  return [browser ?? 'unknown', system ?? 'unknown'].join('/')
}
