import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { openSignals } from '../platform/db/signals.ts'
import { deliverMails, tokenIn } from '../testing/mails.ts'
import { describeShop, PASSWORD, type Person, type Shop } from '../testing/shop.ts'
import { createEmailChanges } from './email-change.ts'
import { createSessions } from './sessions.ts'

describeShop('a change of e-mail', (shop) => {
  beforeEach(async () => void (await deliverMails(shop)))

  it('holds at once, asks the new address to confirm and tells the old one', async () => {
    const person = await shop.customer()
    const email = newAddress()

    const answer = await change(shop, person, email)

    expect(answer.status).toBe(200)
    expect(answer.body.user.email).toBe(email)
    expect(answer.body.message).toContain('within 7 days')
    const mails = await deliverMails(shop)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'Confirm the new e-mail of your Barq account'],
      [person.email, 'The e-mail of your Barq account was changed'],
    ])
    expect(mails[0]?.text).toContain('https://shop.example/email/confirm#')
    expect(mails[1]?.text).toContain('https://shop.example/email/undo#')
    expect((await login(shop, email)).status).toBe(200)
    expect((await login(shop, person.email)).status).toBe(401)
  })

  it('says so in the language that is asked for', async () => {
    const { token, username } = await shop.customer()

    const answer = await shop.call('PUT', '/api/auth/user/update', {
      token,
      body: { username, email: newAddress() },
      headers: { 'accept-language': 'ar' },
    })

    expect(answer.body.message).toMatch(/^[\u0600-\u06ff][^a-z]*7 أيام[^a-z]*$/)
  })

  it('is none when only letters change, or nothing', async () => {
    const person = await shop.customer()

    const answers = [
      await change(shop, person, person.email.toUpperCase()),
      await change(shop, person, person.email),
    ]

    expect(answers.map(({ body }) => body.message)).toEqual(Array(2).fill('Profile updated.'))
    expect(await deliverMails(shop)).toEqual([])
  })

  it('that is confirmed stays, one that is not is taken back', async () => {
    const [kept, lost] = [await shop.customer(), await shop.customer()]
    await change(shop, kept, newAddress())
    const [confirmation] = await deliverMails(shop)
    await change(shop, lost, newAddress())
    await deliverMails(shop)
    const confirmed = await post(shop, 'confirm', tokenIn(confirmation))
    expect(confirmed.status).toBe(200)
    await sql`update email_change set expires_at = now() - interval '1 second'`.execute(
      shop.db.read,
    )

    await takeBack(shop)

    expect(await emailOf(shop, kept)).not.toBe(kept.email)
    expect(await emailOf(shop, lost)).toBe(lost.email)
    const mails = await deliverMails(shop)
    expect(mails.find(({ to }) => to === lost.email)?.subject).toBe(
      'Your Barq account uses this e-mail again',
    )
    expect(mails.filter(({ to }) => to === kept.email)).toEqual([])
    await takeBack(shop)
    expect(await deliverMails(shop)).toEqual([])
  })

  it('that is undone shuts out whoever made it', async () => {
    const person = await shop.customer()
    const thief = await shop.signIn(person)
    await change(shop, { ...person, token: thief }, newAddress(), 'the password of a thief')
    const mails = await deliverMails(shop)
    const notice = mails.find(({ to }) => to === person.email)
    await sql`insert into identity (issuer, subject, user_id)
      values ('https://accounts.example', ${crypto.randomUUID()}, ${person.id})`.execute(
      shop.db.read,
    )

    const answer = await post(shop, 'undo', tokenIn(notice))

    expect(answer.status).toBe(200)
    for (const token of [thief, person.token]) {
      expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)
    }
    for (const password of ['the password of a thief', PASSWORD]) {
      expect((await login(shop, person.email, password)).status).toBe(401)
    }
    const { rows } = await sql`select from identity where user_id = ${person.id}`.execute(
      shop.db.read,
    )
    expect(rows).toHaveLength(0)
    const [link] = await deliverMails(shop)
    expect(link?.to).toBe(person.email)
    const reset = await shop.call('POST', '/api/auth/password/reset', {
      body: {
        token: tokenIn(link),
        password: 'my own again',
        password_confirmation: 'my own again',
      },
    })
    expect(reset.status).toBe(200)
    expect((await login(shop, person.email, 'my own again')).status).toBe(200)
  })

  it('can be undone though another followed and was confirmed', async () => {
    const person = await shop.customer()
    await change(shop, person, newAddress())
    const first = await deliverMails(shop)
    await change(shop, person, newAddress())
    const second = await deliverMails(shop)
    await post(shop, 'confirm', tokenIn(second[0]))

    const answer = await post(shop, 'undo', tokenIn(first[1]))

    expect(answer.status).toBe(200)
    const { rows } = await sql<{ email: string }>`
      select email from app_user where id = ${person.id}`.execute(shop.db.read)
    expect(rows).toEqual([{ email: person.email }])
    expect((await post(shop, 'undo', tokenIn(second[1]))).status).toBe(422)
  })

  it('keeps the old address for its owner while it can be undone', async () => {
    const person = await shop.customer()
    await change(shop, person, newAddress())
    const thief = await shop.customer()

    const taken = await change(shop, thief, person.email.toUpperCase())
    const registered = await shop.call('POST', '/api/auth/register', {
      body: {
        username: 'Thief',
        email: person.email,
        password: PASSWORD,
        password_confirmation: PASSWORD,
      },
    })
    const back = await change(shop, person, person.email)

    expect([taken.status, registered.status, back.status]).toEqual([422, 422, 200])
  })

  it('has links that work for one thing, one time and a week', async () => {
    const person = await shop.customer()
    await change(shop, person, newAddress())
    const [confirmation, notice] = await deliverMails(shop)
    const swapped = [
      await post(shop, 'undo', tokenIn(confirmation)),
      await post(shop, 'confirm', tokenIn(notice)),
      await post(shop, 'confirm', 'x'.repeat(43)),
    ]
    const undone = await Promise.all(
      Array.from({ length: 10 }, () => post(shop, 'undo', tokenIn(notice))),
    )

    expect(swapped.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(undone.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await post(shop, 'confirm', tokenIn(confirmation))).status).toBe(422)
    const other = await shop.customer()
    await change(shop, other, newAddress())
    const late = (await deliverMails(shop)).at(-1)
    await sql`update email_change set expires_at = now() - interval '1 second'`.execute(
      shop.db.read,
    )
    expect((await post(shop, 'undo', tokenIn(late))).status).toBe(422)
  })

  it('makes links worthless that set a password and went to the old address', async () => {
    const person = await shop.customer()
    await shop.call('POST', '/api/auth/password/email', { body: { email: person.email } })
    const [link] = await deliverMails(shop)
    await change(shop, person, newAddress())

    const answer = await shop.call('POST', '/api/auth/password/reset', {
      body: { token: tokenIn(link), password: 'another one', password_confirmation: 'another one' },
    })

    expect(answer.status).toBe(422)
  })

  it('is limited: each one mails somebody', async () => {
    const person = await shop.customer()
    const statuses: number[] = []

    for (let i = 0; i < 6; i++) statuses.push((await change(shop, person, newAddress())).status)

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('mails nobody what the customer wrote into the name', async () => {
    const person = await shop.customer({ username: 'Win at https://evil.example now' })
    await change(shop, person, newAddress())

    const mails = await deliverMails(shop)

    expect(mails).toHaveLength(2)
    for (const { text, html } of mails) expect(text + html).not.toContain('evil')
  })
})

function newAddress(): string {
  return `new.${crypto.randomUUID()}@barq.example`
}

function change(shop: Shop, person: Person, email: string, password?: string) {
  const { token, username } = person
  return shop.call('PUT', '/api/auth/user/update', { token, body: { username, email, password } })
}

function post(shop: Shop, what: 'confirm' | 'undo', token: string) {
  return shop.call('POST', `/api/auth/email/${what}`, { body: { token } })
}

function login(shop: Shop, email: string, password = PASSWORD) {
  return shop.call('POST', '/api/auth/login', { body: { email, password } })
}

async function emailOf(shop: Shop, { token }: Person): Promise<string> {
  return (await shop.call('GET', '/api/user', { token })).body.email
}

async function takeBack(shop: Shop): Promise<void> {
  const sessions = createSessions(shop.db, await openSignals(shop.db))
  await createEmailChanges({ db: shop.db, sessions, nudge() {} }).takeBackUnconfirmed()
}
