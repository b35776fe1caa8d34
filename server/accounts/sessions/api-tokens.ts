/**
 * Tokens for the shop's own programs. Each is a session of the owner who created it, and is checked and cached like any
 * other, but never expires and has a role of its own.
 */
import { sql } from 'kysely'
import type { ApiToken, ApiTokenForm } from '#contract/admin.ts'
import { API_TOKENS_MAX } from '#contract/limits.ts'
import { recordChange } from '../../audit/audit.ts'
import { type Database, type Handle, inTransaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { orNotFound, ShopError, unauthenticated } from '../../platform/http/shop-error.ts'
import { writeEvent } from '../../platform/outbox/topics.ts'
import { hashToken, newToken } from '../../platform/secret-token.ts'
import { API_TOKEN_TOPIC } from '../accounts.events.ts'
import type { Sessions } from './sessions.ts'

/** Lets secret scanners and people recognize a token. */
const PREFIX = 'barq_'

export type ApiTokens = ReturnType<typeof createApiTokens>

export function createApiTokens(
  db: Database,
  sessions: Pick<Sessions, 'announceRevocation' | 'isAlive'>,
) {
  const entry = (caller: Caller, entityId: number) =>
    ({ actorId: caller.id, entity: 'api_token', entityId }) as const

  return {
    /** Valid tokens, newest first. */
    all: () => findTokens(db.run),

    /**
     * Creates a token and mails a notice to the owners.
     * @returns the token's `data`, and the `token` itself, of which only the hash is stored.
     * @throws ShopError `forbidden`, `unauthenticated`; `conflict` when the owner has too many tokens.
     */
    create: (caller: Caller, form: ApiTokenForm): Promise<{ data: ApiToken; token: string }> =>
      inTransaction(db, async (tx) => {
        // Changes that end sessions, such as a new role or password, lock this row, too: they have either ended this
        // session already or wait now, as do other requests that create tokens.
        await sql`select from app_user where id = ${caller.id} for no key update`.execute(tx)
        if (!(await sessions.isAlive(tx, caller))) throw unauthenticated()
        if ((await countTokens(tx, caller.id)) >= API_TOKENS_MAX) {
          throw new ShopError('conflict', { id: 'error.listFull', values: { max: API_TOKENS_MAX } })
        }
        const token = PREFIX + newToken()
        const { rows } = await sql<{ id: number }>`
          insert into session (token_hash, user_id, expires_at, last_used_at, api_name, api_role)
          values (${hashToken(token)}, ${caller.id}, 'infinity', '-infinity', ${form.name}, ${form.role})
          returning id`.execute(tx)
        const [data] = await findTokens(tx, rows[0]?.id ?? 0)
        if (!data) throw new ShopError('forbidden', 'admin.notYourRole')
        await recordChange(tx, {
          ...entry(caller, data.id),
          action: 'create',
          before: null,
          after: { ...form },
        })
        await writeEvent(tx, API_TOKEN_TOPIC, { tokenId: data.id })
        return { data, token }
      }),

    /** @throws ShopError `not_found`. */
    revoke: (caller: Caller, id: number): Promise<void> =>
      inTransaction(db, async (tx) => {
        const { rows } = await sql<ApiTokenForm & { userId: number }>`
          update session set revoked_at = now()
          where id = ${id} and api_name is not null and revoked_at is null
          returning api_name as name, api_role as role, user_id as "userId"`.execute(tx)
        const { userId, ...before } = orNotFound(rows[0])
        await recordChange(tx, { ...entry(caller, id), action: 'delete', before, after: null })
        await sessions.announceRevocation(tx, userId)
      }),
  }
}

async function countTokens(db: Handle, owner: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from session
    where user_id = ${owner} and api_name is not null and revoked_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

async function findTokens(db: Handle, id: number | null = null): Promise<ApiToken[]> {
  const { rows } = await sql<
    Omit<ApiToken, 'created_at' | 'last_used_at'> & { created_at: Date; last_used_at: Date | null }
  >`
    select session.id, api_name as name, api_role as role, username as created_by, session.created_at,
      nullif(last_used_at, '-infinity') as last_used_at
    from session join app_user on app_user.id = session.user_id
    where api_name is not null and revoked_at is null and disabled_at is null
      and account_type = 'admin' and app_user.role is null
      and session.id = coalesce(${id}::bigint, session.id)
    order by session.id desc`.execute(db)
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }))
}
