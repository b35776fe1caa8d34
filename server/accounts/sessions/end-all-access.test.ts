/** A restore revives nothing that was revoked or used after the backup, unless `--keep-sessions` is given. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askForLink, login, setPassword } from '#tests/kit/accounts.ts'
import { type EmptyPlace, emptyPlace } from '#tests/kit/empty-place.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { runScript } from '#tests/kit/run-script.ts'
import { type Person, Shop } from '#tests/kit/shop.ts'
import { IS_FULL } from '#tests/kit/volume.ts'
import { backUp } from '../../platform/backup/backup.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'

describe('a restore', () => {
  let place: EmptyPlace
  let db: Database
  let shop: Shop
  let file: string
  let person: Person
  let link: string

  /** A backup of a customer with a session and a link, both of which end after the backup. */
  beforeAll(async () => {
    place = await emptyPlace()
    await open()
    person = await shop.customer()
    await askForLink(shop, person.email)
    const mails = await deliverMails(shop)
    link = tokenIn(mails.find(({ to }) => to === person.email))
    await leaveSecrets()
    const backups = join(place.root, 'backups')
    file = (await backUp({ ...place.settings, s3: null }, backups, () => {})).file
    expect([await useLink(), await signedIn(), await useLink()]).toEqual([200, 401, 422])
  })
  afterAll(async () => {
    await shop.closeApp()
    await db.close()
    await place.remove()
  })

  it('revives no session and no link, and reports that everybody must sign in again', {
    timeout: 120_000,
  }, async () => {
    const output = await bringBack()

    expect(output).toContain('Everybody must sign in again')
    const [session, reset] = [await signedIn(), await useLink()]
    expect([session, reset]).toEqual([401, 422])
    expect(await secrets()).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect((await login(shop, person.email)).status).toBe(200)
    expect(await checkInvariants(db.run)).toEqual([])
  })

  it.runIf(IS_FULL)(
    'to another machine keeps sessions and links on request, but no ids of emails',
    {
      timeout: 120_000,
    },
    async () => {
      const before = await installation()
      const output = await bringBack('--keep-sessions')

      expect(output).not.toContain('Everybody must sign in again')
      expect([await signedIn(), await useLink()]).toEqual([200, 200])
      expect(await installation()).not.toBe(before)
    },
  )

  async function installation(): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`select id from installation`.execute(db.run)
    return rows[0]?.id
  }

  async function open(): Promise<void> {
    db = await openDatabase(place.settings)
    await migrate(db)
    shop = new Shop(place.folder)
    await shop.open(db)
  }

  async function bringBack(...flags: string[]): Promise<string> {
    await shop.closeApp()
    await db.close()
    const { code, output } = await runScript(
      'restore',
      [file, '--replace-this-shop', ...flags],
      place.env,
    )
    expect(code, output).toBe(0)
    await open()
    return output
  }

  async function signedIn(): Promise<number> {
    return (await shop.call('GET', '/api/auth/user', { token: person.token })).status
  }

  async function useLink(): Promise<number> {
    return (await setPassword(shop, link, 'a new password')).status
  }

  async function leaveSecrets(): Promise<void> {
    const later = sql`now() + interval '1 hour'`
    await sql`
      insert into google_flow (cookie_hash, state, nonce, verifier, expires_at)
      values (${Buffer.alloc(32, 1)}, 's', 'n', 'v', ${later})`.execute(db.run)
    await sql`
      insert into google_code (code_hash, cookie_hash, user_id, expires_at)
      values (${Buffer.alloc(32, 2)}, ${Buffer.alloc(32, 1)}, ${person.id}, ${later})`.execute(
      db.run,
    )
    await sql`
      insert into recovery_code (code_hash, user_id)
      values (${Buffer.alloc(32, 3)}, ${person.id})`.execute(db.run)
    await sql`
      insert into sign_in_challenge (token_hash, user_id, expires_at)
      values (${Buffer.alloc(32, 4)}, ${person.id}, ${later})`.execute(db.run)
    await sql`
      insert into passkey_challenge (holder, user_id, challenge, expires_at)
      values ('use:1', ${person.id}, 'x', ${later})`.execute(db.run)
  }

  async function secrets(): Promise<number[]> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from password_reset union all select count(*) from google_flow
      union all select count(*) from google_code union all select count(*) from recovery_code
      union all select count(*) from sign_in_challenge union all select count(*) from passkey_challenge
      union all select count(*) from email_change_token`.execute(db.run)
    return rows.map(({ count }) => count)
  }
})
