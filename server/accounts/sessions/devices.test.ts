import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { deliverMails } from '#tests/kit/mails.ts'
import { describeShop, PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'
import { openSignals } from '../../platform/db/signals.ts'
import { addressPrefix, deviceOf } from './device.ts'
import { createSessions } from './sessions.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEWER_FIREFOX = FIREFOX.replaceAll('140', '141')
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

describeShop('the sessions of a customer', (shop) => {
  it('are listed with device, network and last use, the current one marked', async () => {
    const person = await shop.customer()
    const desk = await login(shop, person, { agent: FIREFOX, address: '203.0.113.77' })
    await login(shop, person, { agent: SAFARI, address: '2001:db8:1:2:3:4:5:6' })

    const { status, body } = await shop.call('GET', '/api/auth/sessions', { token: desk })

    expect(status).toBe(200)
    expect(body.sessions).toHaveLength(3)
    expect(body.sessions.slice(0, 2)).toEqual([
      {
        id: expect.any(Number),
        browser: 'Safari',
        system: 'iOS',
        address: '2001:db8:1::*',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        last_used_at: expect.stringMatching(/^\d{4}-.*Z$/),
        current: false,
      },
      expect.objectContaining({
        browser: 'Firefox',
        system: 'Windows',
        address: '203.0.113.*',
        current: true,
      }),
    ])
  })

  it('are only those of the caller that are live', async () => {
    const [person, other] = await Promise.all([shop.customer(), shop.customer()])
    await shop.signIn(other)
    const ended = await shop.signIn(person)
    await shop.call('POST', '/api/auth/logout', { token: ended })

    expect(await idsOf(shop, person.token)).toHaveLength(1)
  })

  it('end one by one, at once', async () => {
    const person = await shop.customer()
    const token = await shop.signIn(person)
    await shop.call('GET', '/api/user', { token })
    const [newest] = await idsOf(shop, person.token)

    const answer = await shop.call('DELETE', `/api/auth/sessions/${newest}`, {
      token: person.token,
    })
    const again = await shop.call('DELETE', `/api/auth/sessions/${newest}`, {
      token: person.token,
    })

    expect([answer.status, again.status]).toEqual([200, 404])
    expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)
    expect((await shop.call('GET', '/api/user', { token: person.token })).status).toBe(200)
  })

  it('cannot be ended by another customer', async () => {
    const [person, other] = await Promise.all([shop.customer(), shop.customer()])
    const [id] = await idsOf(shop, other.token)

    const answer = await shop.call('DELETE', `/api/auth/sessions/${id}`, { token: person.token })

    expect(answer.status).toBe(404)
    expect((await shop.call('GET', '/api/user', { token: other.token })).status).toBe(200)
  })

  it('end all except the current one', async () => {
    const person = await shop.customer()
    const others = await Promise.all([shop.signIn(person), shop.signIn(person)])

    const answer = await shop.call('DELETE', '/api/auth/sessions', { token: person.token })

    expect(answer.body).toEqual({ message: expect.any(String), ended: 2 })
    for (const token of others) {
      expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)
    }
    expect(await idsOf(shop, person.token)).toHaveLength(1)
  })

  it('may be signed out twice at the same time', async () => {
    const { token } = await shop.customer()

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shop.call('POST', '/api/auth/logout', { token })),
    )

    expect(answers.filter(({ status }) => ![200, 401].includes(status))).toEqual([])
  })

  it('store only the network part of an address', async () => {
    const person = await shop.customer()
    await login(shop, person, { agent: FIREFOX, address: '198.51.100.23' })

    const { rows } = await sql<{ row: string }>`
      select session::text as row from session where user_id = ${person.id}`.execute(shop.db.run)

    expect(rows.map(({ row }) => row).join()).not.toContain('198.51.100.23')
  })
})

describeShop('a sign-in', (shop) => {
  beforeEach(async () => void (await deliverMails(shop)))

  it('on a new device sends an e-mail; the first ever and a known device do not', async () => {
    const person = await register(shop)
    await login(shop, person, { agent: FIREFOX })
    await login(shop, person, { agent: NEWER_FIREFOX })
    expect(await deliverMails(shop)).toEqual([])

    await login(shop, person, { agent: SAFARI, address: '203.0.113.9' })

    const mails = await deliverMails(shop)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, 'New sign-in to your Barq account'],
    ])
    expect(mails[0]?.text).toContain('browser Safari, system iOS, network 203.0.113.*')
    await login(shop, person, { agent: SAFARI })
    expect(await deliverMails(shop)).toEqual([])
  })

  it('with a wrong password sends none', async () => {
    const person = await register(shop)
    await login(shop, person, { agent: FIREFOX })

    await shop.call('POST', '/api/auth/login', {
      body: { email: person.email, password: 'a guess' },
      headers: { 'user-agent': SAFARI },
    })

    expect(await deliverMails(shop)).toEqual([])
  })

  it('sends it in the language that the customer registered in', async () => {
    const person = await register(shop, { 'accept-language': 'ar-AE' })
    await login(shop, person, { agent: FIREFOX })
    await login(shop, person, { agent: SAFARI })

    const [mail] = await deliverMails(shop)

    expect(mail?.subject).toBe('تسجيل دخول جديد إلى حسابك في برق')
    expect(mail?.html).toContain('lang="ar" dir="rtl"')
  })

  it('without a user agent counts as a device as well', async () => {
    const person = await register(shop)
    await login(shop, person, { agent: FIREFOX })

    await login(shop, person, { agent: '' })

    const [mail] = await deliverMails(shop)
    expect(mail?.text).toContain('browser unknown, system unknown')
  })
})

describeShop('the life of a session', (shop) => {
  it('is as long as configured', async () => {
    const sessions = createSessions(shop.db, await openSignals(shop.db), {
      life: { customer: { idle: 100, absolute: 500 }, admin: { idle: 50, absolute: 60 } },
    })
    const people = { customer: await shop.customer(), admin: await shop.admin() }
    const open = (accountType: 'customer' | 'admin') =>
      sessions.open(
        shop.db.run,
        { id: people[accountType].id, accountType },
        { userAgent: FIREFOX, address: '127.0.0.1' },
      )
    const lifeOf = async (token: string, unused: number, old: number) => {
      const [newest] = (
        await sql<{ id: number }>`
          update session set last_used_at = now() - make_interval(secs => ${unused}),
            expires_at = expires_at - make_interval(secs => ${old})
          where id = (select max(id) from session) returning id`.execute(shop.db.run)
      ).rows
      expect(newest).toBeDefined()
      return (await sessions.authenticate(token)) !== null
    }

    expect(await lifeOf(await open('customer'), 90, 0)).toBe(true)
    expect(await lifeOf(await open('customer'), 110, 0)).toBe(false)
    expect(await lifeOf(await open('customer'), 0, 490)).toBe(true)
    expect(await lifeOf(await open('customer'), 0, 510)).toBe(false)
    expect(await lifeOf(await open('admin'), 60, 0)).toBe(false)
    expect(await lifeOf(await open('admin'), 0, 61)).toBe(false)
  })

  it('is extended by use', async () => {
    const { id, token } = await shop.customer()
    await sql`update session set last_used_at = now() - interval '13 days' where user_id = ${id}`.execute(
      shop.db.run,
    )

    expect((await shop.call('GET', '/api/user', { token })).status).toBe(200)

    const { rows } = await sql<{ fresh: boolean }>`
      select last_used_at > now() - interval '1 minute' as fresh from session
      where user_id = ${id}`.execute(shop.db.run)
    expect(rows).toEqual([{ fresh: true }])
  })
})

it.for([
  [FIREFOX, 'Firefox', 'Windows'],
  [SAFARI, 'Safari', 'iOS'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome',
    'macOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome',
    'ChromeOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0',
    'Edge',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 EdgiOS/142.0.3595.49 Mobile/15E148 Safari/604.1',
    'Edge',
    'iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox', 'Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/604.1',
    'Firefox',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPadOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 12; ANA-NX9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36',
    'Huawei Browser',
    'Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0',
    'Opera',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1 OPT/6.2.0',
    'Opera',
    'iOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 389.0.0.37.86 (iPhone14,5; iOS 18_6; en_US; en; scale=3.00; 1170x2532)',
    'Instagram',
    'iOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBDV/iPhone14,5;FBLC/ar]',
    'Facebook',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S918B Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.7444.102 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/520.0.0.47.109;]',
    'Facebook',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/393.0.824 Mobile/15E148 Safari/604.1',
    'Google',
    'iOS',
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', null, null],
  ['curl/8.5.0', null, null],
  [`${'x'.repeat(10_000)}<script>`, null, null],
  [undefined, null, null],
] as const)('tells the device from %j', ([agent, browser, system]) => {
  expect(deviceOf(agent)).toEqual({ browser, system })
})

it.for([
  ['203.0.113.77', '203.0.113.*'],
  ['::ffff:203.0.113.77', '203.0.113.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::*'],
  ['2001:db8::1', '2001:db8:0::*'],
  ['2001:db8:0:1::1', '2001:db8:0::*'],
  ['2001:0DB8:0000:0002:0:0:0:1', '2001:db8:0::*'],
  ['::1', '0:0:0::*'],
])('shortens %s', ([address = '', prefix = '']) => {
  expect(addressPrefix(address)).toBe(prefix)
  expect(addressPrefix(prefix)).toBe(prefix)
})

async function login(
  shop: Shop,
  { email }: Pick<Person, 'email'>,
  { agent, address = '127.0.0.1' }: { agent: string; address?: string },
): Promise<string> {
  const { body } = await shop.call('POST', '/api/auth/login', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': agent },
    address,
  })
  return body.access_token
}

async function register(shop: Shop, headers: Record<string, string> = {}) {
  const email = `new.${crypto.randomUUID()}@barq.example`
  await shop.call('POST', '/api/auth/register', {
    body: { username: 'New', email, password: PASSWORD, password_confirmation: PASSWORD },
    headers,
  })
  return { email }
}

async function idsOf(shop: Shop, token: string): Promise<number[]> {
  const { body } = await shop.call('GET', '/api/auth/sessions', { token })
  return body.sessions.map(({ id }: { id: number }) => id)
}
