/** How migration 0014 treats e-mail changes that took effect before they were confirmed. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { emptyPlace } from '#tests/kit/empty-place.ts'
import { openDatabase } from './database.ts'
import { createMigrator, migrate } from './migrate.ts'

/** Each person's e-mail, and the changes that led to it: from, to, whether confirmed. */
const PEOPLE: Record<string, { email: string; changes: Array<[string, string, boolean]> }> = {
  untouched: { email: 'untouched', changes: [] },
  waiting: { email: 'waiting-2', changes: [['waiting', 'waiting-2', false]] },
  confirmed: { email: 'confirmed-2', changes: [['confirmed', 'confirmed-2', true]] },
  twice: {
    email: 'twice-3',
    changes: [
      ['twice', 'twice-2', false],
      ['twice-2', 'twice-3', false],
    ],
  },
  back: {
    email: 'back',
    changes: [
      ['back', 'back-2', false],
      ['back-2', 'back', false],
    ],
  },
  linked: { email: 'linked-2', changes: [['linked', 'linked-2', false]] },
}

describe('open changes of e-mail', () => {
  it('are pending after the upgrade, unless the mailbox was confirmed', async () => {
    const place = await emptyPlace()
    const db = await openDatabase(place.settings)
    await createMigrator(db.root).migrateTo('0013-words-by-category')
    for (const [username, { email, changes }] of Object.entries(PEOPLE)) {
      await sql`insert into app_user (username, email) values (${username}, ${email})`.execute(
        db.run,
      )
      for (const [from, to, isConfirmed] of changes) {
        await sql`
            insert into email_change (user_id, old_email, new_email, expires_at, confirmed_at)
            select id, ${from}, ${to}, now() + interval '1 day', case when ${isConfirmed} then now() end
            from app_user where username = ${username}`.execute(db.run)
      }
    }
    await sql`
        insert into outbox (topic, payload) values
        ('password-link-asked', '{"email": "Linked-2", "locale": "en"}')`.execute(db.run)
    await sql`
        insert into outbox (topic, payload)
        select 'password-changed', jsonb_build_object('userId', id) from app_user
        where username = 'linked'`.execute(db.run)
    await sql`
        insert into identity (issuer, subject, user_id)
        select 'https://accounts.example', username, id from app_user
        where username in ('linked', 'untouched')`.execute(db.run)

    await migrate(db)

    const { rows } = await sql<{ username: string }>`
        select username, email, email_confirmed_at is not null as confirmed,
          (select new_email from email_change
           where user_id = u.id and confirmed_at is null and undone_at is null) as waits,
          (select count(*) from identity where user_id = u.id) as identities
        from app_user u order by id`.execute(db.run)
    const end = (username: string, email: string, waits: string | null, confirmed = false) => ({
      ...{ username, email, waits, confirmed },
      identities: username === 'untouched' ? 1 : 0,
    })
    expect(rows).toEqual([
      end('untouched', 'untouched', null, true),
      end('waiting', 'waiting', 'waiting-2'),
      end('confirmed', 'confirmed-2', null, true),
      end('twice', 'twice', 'twice-3'),
      end('back', 'back', null),
      end('linked', 'linked-2', null, true),
    ])
    const { rows: left } = await sql`
        select from email_change c join app_user u on u.id = user_id and username = 'linked'`.execute(
      db.run,
    )
    expect(left).toEqual([])
    await db.close()
    await place.remove()
  })
})
