import { beforeEach, expect, it } from 'vitest'
import { askForLink, login, setPassword } from '#tests/kit/accounts.ts'
import { countDeadlocks } from '#tests/kit/deadlocks.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { describeShop, PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'

const NEW_PASSWORD = 'a new password'

const ADDRESSES = [
  'a@x.example,b@y.example',
  'a@x.example;b@y.example',
  'a@x.example b@y.example',
  'a@x.example\r\nbcc: b@y.example',
  'a@x.example\nbcc: b@y.example',
  'a@x.example%0abcc:b@y.example\u0000',
  '"a@x.example"<b@y.example>',
]

describeShop('setting a new password by mail', (shop) => {
  beforeEach(async () => void (await deliverMails(shop)))

  it('mails a link to an account on request, which sets the password and ends every session', async () => {
    const person = await shop.customer()
    await askForLink(shop, person.email)
    await askForLink(shop, 'nobody@nowhere.example')
    const links = await deliverMails(shop)
    const [link] = links

    const answer = await reset(shop, tokenIn(link))

    expect(answer.status).toBe(200)
    expect((await login(shop, person.email, NEW_PASSWORD)).status).toBe(200)
    const old = await shop.call('GET', '/api/auth/user', { token: person.token })
    expect(old.status).toBe(401)
    const [notice] = await deliverMails(shop)
    expect([...links, notice].map((mail) => mail?.to)).toEqual([person.email, person.email])
    expect(notice?.subject).toBe('The password for your Barq account was changed')
  })

  it('lets one of many parallel uses win, and refuses every later one', async () => {
    const token = await asked(shop)

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => reset(shop, token, `127.12.${i}.1`)),
    )
    const later = await reset(shop, token)

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(later.status).toBe(422)
    expect(later.body.errors.token).toHaveLength(1)
  })

  it('refuses a token that is expired, cut or made up', async () => {
    const expired = await asked(shop)
    await shop.sql`update password_reset set expires_at = now() - interval '1 second'`
    const good = await asked(shop)

    for (const token of [expired, good.slice(1), 'x'.repeat(43)]) {
      expect((await reset(shop, token)).status).toBe(422)
    }
    expect((await reset(shop, good)).status).toBe(200)
  })

  it('keeps the links of the last four emails valid', async () => {
    const person = await shop.customer()
    const links: string[] = []
    for (let i = 0; i < 5; i++) links.push(await asked(shop, person, `127.13.${i}.1`))
    const [first = '', second = ''] = links

    expect((await reset(shop, first)).status).toBe(422)
    expect((await reset(shop, second)).status).toBe(200)
  })

  it('writes in the language of the request, and builds the link from the configured address', async () => {
    const person = await shop.customer({ username: '<b>Layla</b>' })
    await shop.call('POST', '/api/auth/password/email', {
      body: { email: person.email },
      headers: {
        'accept-language': 'ar',
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
      },
    })
    const [mail] = await deliverMails(shop)

    expect(mail?.subject).toBe('تعيين كلمة مرور جديدة لحسابك في برق')
    expect(mail?.html).toContain('dir="rtl"')
    expect(mail?.html).toContain('&lt;b&gt;Layla')
    expect(mail?.text).toContain('https://shop.example/password/reset#')
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
  })

  it('is not switched off by a stranger who asks again and again', async () => {
    const person = await shop.customer()
    const owners = await asked(shop, person, '198.51.100.1')
    for (let i = 0; i < 10; i++) await askForLink(shop, person.email, '203.0.113.1')
    const strangers = await deliverMails(shop)

    expect(strangers).toHaveLength(3)
    expect((await reset(shop, owners)).status).toBe(200)
    // Using one link voids the others.
    expect((await reset(shop, tokenIn(strangers[2]))).status).toBe(422)
    await deliverMails(shop)
    const later = await asked(shop, person, '198.51.100.2')
    expect((await reset(shop, later)).status).toBe(200)
  })

  it('mails twenty links a day to one mailbox, and more to the owner at home', async () => {
    const { email } = await shop.customer()
    await login(shop, email, PASSWORD, '198.51.100.9')

    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        askForLink(shop, i % 2 ? email : email.toUpperCase(), `127.8.${i}.1`),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
    const mails = (await deliverMails(shop)).filter(({ to }) => to === email)
    expect(mails).toHaveLength(20)
    const owners = await asked(shop, { email }, '198.51.100.10')
    expect((await reset(shop, owners)).status).toBe(200)
  })

  it('accepts any link of one email that was sent in several attempts, but only one of them', async () => {
    const { email } = await shop.customer()
    await askForLink(shop, email)
    const [first] = await deliverMails(shop, { isTriedAgain: true })
    const [second] = await deliverMails(shop)
    expect(second?.id).toBe(first?.id)

    const answers = [await reset(shop, tokenIn(first)), await reset(shop, tokenIn(second))]

    expect(answers.map(({ status }) => status)).toEqual([200, 422])
  })

  it('voids a link when the password is changed in another way', async () => {
    const person = await shop.customer()
    const token = await asked(shop, person)
    const { username, email } = person
    await shop.call('PUT', '/api/auth/user/update', {
      token: person.token,
      body: { username, email, password: 'chosen in the profile' },
    })

    expect((await reset(shop, token)).status).toBe(422)
    expect((await login(shop, email, 'chosen in the profile')).status).toBe(200)
    const [notice] = await deliverMails(shop)
    expect(notice?.subject).toBe('The password for your Barq account was changed')
  })

  it('is not possible for an account that is locked out', async () => {
    const person = await shop.customer()
    const token = await asked(shop, person)
    await shop.sql`update app_user set disabled_at = now() where id = ${person.id}`

    expect((await reset(shop, token)).status).toBe(422)
    await askForLink(shop, person.email)
    expect(await deliverMails(shop)).toEqual([])
  })

  it('ends a session that the old password opened while the new one was set', async () => {
    const person = await shop.customer()
    const token = await asked(shop, person)

    const [, ...logins] = await Promise.all([
      reset(shop, token),
      ...Array.from({ length: 8 }, () => login(shop, person.email, PASSWORD)),
    ])

    for (const { status, body } of logins) {
      if (status !== 200) continue
      const answer = await shop.call('GET', '/api/user', { token: body.access_token })
      expect(answer.status).toBe(401)
    }
  })

  it('refuses what could reach two people or write headers', async () => {
    for (const email of ADDRESSES) {
      expect((await askForLink(shop, email)).status, email).toBe(422)
    }
    expect(await deliverMails(shop)).toEqual([])
  })
})

describeShop('two links to one account', (shop) => {
  it('used at once take their locks in the same order, and one of them wins', async () => {
    const before = await countDeadlocks(shop.db.run)
    for (let round = 0; round < 10; round++) {
      const person = await shop.customer()
      const links = [
        await asked(shop, person, '127.15.1.1'),
        await asked(shop, person, '127.15.2.1'),
      ]

      const answers = await Promise.all(links.map((link) => reset(shop, link)))

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    }
    expect((await countDeadlocks(shop.db.run)) - before).toBe(0)
  })
})

async function asked(
  shop: Shop,
  person?: Pick<Person, 'email'>,
  address?: string,
): Promise<string> {
  const { email } = person ?? (await shop.customer())
  await askForLink(shop, email, address)
  const mails = await deliverMails(shop)
  return tokenIn(mails.find(({ to }) => to === email))
}

/** Link use is limited per IP address, so each call has its own by default. */
function reset(shop: Shop, token: string, address = `127.14.${resets++ % 250}.1`) {
  return setPassword(shop, token, NEW_PASSWORD, address)
}

let resets = 0
