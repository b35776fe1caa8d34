import { beforeEach, expect, it } from 'vitest'
import {
  askForLink,
  confirmEmail,
  login,
  register,
  setPassword,
  undoEmail,
} from '#tests/kit/accounts.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { describeShop, PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

describeShop('a change of email', (shop) => {
  beforeEach(async () => void (await deliverMails(shop)))

  it('is pending, asks the new address to confirm and notifies the current one', async () => {
    const person = await shop.customer()
    const email = newAddress()

    const answer = await change(shop, person, email)

    expect(answer.status).toBe(200)
    expect(answer.body.user).toMatchObject({ email: person.email, pendingEmail: email })
    expect(answer.body.message).toContain('within 7 days')
    const mails = await deliverMails(shop)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'Confirm the new email address for your Barq account'],
      [person.email, 'The email address for your Barq account is about to change'],
    ])
    expect(mails[0]?.text).toContain('https://shop.example/email/confirm#')
    expect(mails[1]?.text).toContain('https://shop.example/email/undo#')
    expect((await login(shop, email)).status).toBe(401)
    expect((await login(shop, person.email)).status).toBe(200)
  })

  it('takes place when the mailed link is opened, and the earlier address is notified', async () => {
    const person = await shop.customer()
    const email = newAddress()
    await change(shop, person, email)
    const [confirmation] = await deliverMails(shop)

    const answers = [
      await confirmEmail(shop, tokenIn(confirmation)),
      await confirmEmail(shop, tokenIn(confirmation)),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await shop.call('GET', '/api/user', { token: person.token })
    expect(body).toMatchObject({ email, pendingEmail: null, emailConfirmed: true })
    expect((await login(shop, email)).status).toBe(200)
    expect((await login(shop, person.email)).status).toBe(401)
    const mails = await deliverMails(shop)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, 'The email address for your Barq account was changed'],
    ])
  })

  it('is not made when only the letter case changes, or nothing', async () => {
    const person = await shop.customer()

    for (const email of [person.email.toUpperCase(), person.email]) {
      const { body } = await change(shop, person, email)
      expect(body).toMatchObject({ message: 'Profile updated.', user: { email } })
    }
    expect(await deliverMails(shop)).toEqual([])
  })

  it('expires when nobody opens the link', async () => {
    const person = await shop.customer()
    await change(shop, person, newAddress())
    const [confirmation] = await deliverMails(shop)
    await expireChanges(shop)

    const answer = await confirmEmail(shop, tokenIn(confirmation))

    expect(answer.status).toBe(422)
    const { body } = await shop.call('GET', '/api/user', { token: person.token })
    expect(body).toMatchObject({ email: person.email, pendingEmail: null })
    expect((await change(shop, person, newAddress())).status).toBe(200)
  })

  it('lets the rest of the profile be saved without the password while it is pending', async () => {
    const person = await shop.customer()
    const email = newAddress()
    await change(shop, person, email)
    await shop.sql`update session set proved_at = now() - interval '1 hour'`
    const { token, username } = person
    const save = (body: object) =>
      shop.call('PUT', '/api/auth/user/update', { token, body: { username, ...body } })

    const answers = [
      await save({ email: email.toUpperCase(), city: 'Dubai' }),
      await save({ email: person.email, phone: '+971 50 123 4567' }),
      await save({ email: newAddress() }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422])
    expect(answers[2]?.body.errors).toEqual({ current_password: [expect.any(String)] })
    const { body } = await shop.call('GET', '/api/user', { token })
    const phone = '+971501234567'
    expect(body).toMatchObject({ email: person.email, pendingEmail: email, city: 'Dubai', phone })
  })

  it('replaces the pending one, and is canceled by keeping the current address', async () => {
    const person = await shop.customer()
    const second = newAddress()
    await change(shop, person, newAddress())
    const [first] = await deliverMails(shop)
    await change(shop, person, second)
    const [newer] = await deliverMails(shop)
    const again = await change(shop, person, second.toUpperCase())

    expect(again.body.user.pendingEmail).toBe(second)
    expect(await deliverMails(shop)).toEqual([])
    expect((await confirmEmail(shop, tokenIn(first))).status).toBe(422)
    // Older clients send the account's current address with every save.
    expect((await change(shop, person, person.email)).body.user.pendingEmail).toBe(second)
    const keep = () => shop.call('POST', '/api/auth/email/keep', { token: person.token })

    expect([await keep(), await keep()].map(({ status }) => status)).toEqual([200, 200])
    const { body } = await shop.call('GET', '/api/user', { token: person.token })
    expect(body.pendingEmail).toBeNull()
    expect((await confirmEmail(shop, tokenIn(newer))).status).toBe(422)
    expect(await emailOf(shop, person)).toBe(person.email)
  })

  it('mails the link again on request, a few times an hour, and none before a change', async () => {
    const person = await shop.customer()
    const email = newAddress()
    const resend = () => shop.call('POST', '/api/auth/email/resend', { token: person.token })
    expect((await resend()).status).toBe(200)
    expect(await deliverMails(shop)).toEqual([])
    await change(shop, person, email)
    const [first] = await deliverMails(shop)

    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await resend()).status)

    expect(statuses).toEqual([200, 200, 200, 429])
    const more = await deliverMails(shop)
    expect(more.map(({ to }) => to)).toEqual([email, email, email])
    expect((await confirmEmail(shop, tokenIn(first))).status).toBe(200)
    expect((await confirmEmail(shop, tokenIn(more[2]))).status).toBe(200)
  })

  it('is refused when somebody has taken the address since the link was mailed', async () => {
    const person = await shop.customer()
    const email = newAddress()
    await change(shop, person, email)
    const [confirmation] = await deliverMails(shop)
    await shop.customer({ email: email.toUpperCase() })

    const answer = await confirmEmail(shop, tokenIn(confirmation))

    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('Another account has since taken this email.')
    expect(await emailOf(shop, person)).toBe(person.email)
  })

  it.for(['waits', 'took place'])('that %s and is undone locks out the attacker', async (state) => {
    const person = await shop.customer()
    const thief = await shop.signIn(person)
    await change(shop, { ...person, token: thief }, newAddress(), 'the password of a thief')
    const mails = await deliverMails(shop)
    const notice = mails.find(({ subject }) => /is about to change/.test(subject))
    if (state === 'took place') {
      const link = mails.find(({ subject }) => subject.startsWith('Confirm'))
      expect((await confirmEmail(shop, tokenIn(link))).status).toBe(200)
      await deliverMails(shop)
    }
    await shop.sql`insert into identity (issuer, subject, user_id)
      values ('https://accounts.example', ${crypto.randomUUID()}, ${person.id})`

    const answer = await undoEmail(shop, tokenIn(notice))

    expect(answer.status).toBe(200)
    for (const token of [thief, person.token]) {
      expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)
    }
    for (const password of ['the password of a thief', PASSWORD]) {
      expect((await login(shop, person.email, password)).status).toBe(401)
    }
    const rows = await shop.sql`select from identity where user_id = ${person.id}`
    expect(rows).toHaveLength(0)
    const [link] = await deliverMails(shop)
    expect(link?.to).toBe(person.email)
    const reset = await setPassword(shop, tokenIn(link), 'my own again')
    expect(reset.status).toBe(200)
    expect((await login(shop, person.email, 'my own again')).status).toBe(200)
  })

  it('can be undone though another followed and was confirmed', async () => {
    const person = await shop.customer()
    await change(shop, person, newAddress())
    const first = await deliverMails(shop)
    await confirmEmail(shop, tokenIn(first[0]))
    await change(shop, person, newAddress())
    const second = (await deliverMails(shop)).slice(1)
    await confirmEmail(shop, tokenIn(second[0]))

    const answer = await undoEmail(shop, tokenIn(first[1]))

    expect(answer.status).toBe(200)
    const rows = await shop.sql<{ email: string }>`
      select email from app_user where id = ${person.id}`
    expect(rows).toEqual([{ email: person.email }])
    expect((await undoEmail(shop, tokenIn(second[1]))).status).toBe(422)
  })

  it('reserves the old address for its owner while it can be undone', async () => {
    const person = await shop.customer()
    await change(shop, person, newAddress())
    const [confirmation] = await deliverMails(shop)
    await confirmEmail(shop, tokenIn(confirmation))
    const thief = await shop.customer()

    const taken = await change(shop, thief, person.email.toUpperCase())
    const registered = await register(shop, person.email)
    const back = await change(shop, person, person.email)

    expect([taken.status, registered.status, back.status]).toEqual([422, 422, 200])
  })

  it('has links that work for one purpose, once, and for a week', async () => {
    const person = await shop.customer()
    await change(shop, person, newAddress())
    const [confirmation, notice] = await deliverMails(shop)
    const swapped = [
      await undoEmail(shop, tokenIn(confirmation)),
      await confirmEmail(shop, tokenIn(notice)),
      await confirmEmail(shop, 'x'.repeat(43)),
    ]
    const undone = await Promise.all(
      Array.from({ length: 10 }, () => undoEmail(shop, tokenIn(notice))),
    )

    expect(swapped.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(undone.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await confirmEmail(shop, tokenIn(confirmation))).status).toBe(422)
    const other = await shop.customer()
    await change(shop, other, newAddress())
    const late = (await deliverMails(shop)).at(-1)
    await expireChanges(shop)
    expect((await undoEmail(shop, tokenIn(late))).status).toBe(422)
  })

  it('voids the password links to the old address, even one that is stored while it changes', async () => {
    const person = await shop.customer()
    await change(shop, person, newAddress())
    const [confirmation] = await deliverMails(shop)
    await askForLink(shop, person.email)
    const [link] = await deliverMails(shop)
    // Puts the token back, as if it had been stored after the confirmation deleted the account's tokens.
    const rows = await shop.sql<{ hash: Uint8Array }>`
      select token_hash as hash from password_reset where user_id = ${person.id}`
    await confirmEmail(shop, tokenIn(confirmation))
    await shop.sql`
      insert into password_reset (token_hash, user_id, email, expires_at)
      values (${rows[0]?.hash}, ${person.id}, ${person.email}, now() + interval '10 minutes')`

    expect((await setPassword(shop, tokenIn(link), PASSWORD)).status).toBe(422)
  })
})

describeShop('a confirmed address', (shop) => {
  it('belongs to one account, though many confirm it or sign up with it at once', async () => {
    for (let round = 0; round < volume(2, 10); round++) {
      const people = await shop.customers(6)
      const email = newAddress()
      for (const person of people) await change(shop, person, email)
      const links = (await deliverMails(shop)).filter(({ to }) => to === email).map(tokenIn)
      expect(links).toHaveLength(people.length)

      const answers = await Promise.all([
        ...links.map((token) => confirmEmail(shop, token)),
        register(shop, email),
      ])

      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409 || status === 422)).toHaveLength(
        people.length,
      )
      const rows = await shop.sql`select from app_user where email = ${email}`
      expect(rows).toHaveLength(1)
    }
  })
})

function newAddress(): string {
  return `new.${crypto.randomUUID()}@barq.example`
}

function change(shop: Shop, person: Person, email: string, password?: string) {
  const { token, username } = person
  return shop.call('PUT', '/api/auth/user/update', { token, body: { username, email, password } })
}

async function emailOf(shop: Shop, { token }: Person): Promise<string> {
  return (await shop.call('GET', '/api/user', { token })).body.email
}

async function expireChanges(shop: Shop): Promise<void> {
  await shop.sql`update email_change set expires_at = now() - interval '1 second'`
}
