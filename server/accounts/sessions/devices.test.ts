import { beforeEach, expect, it } from 'vitest'
import { register } from '#tests/kit/accounts.ts'
import { deliverMails } from '#tests/kit/mails.ts'
import { describeShop, PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'
import { addressPrefix, deviceOf } from './device.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEWER_FIREFOX = FIREFOX.replaceAll('140', '141')
const MAC = 'Macintosh; Intel Mac OS X 10_15_7'
const IPHONE = 'iPhone; CPU iPhone OS 18_6 like Mac OS X'
const chrome = (system: string, names: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${names} Safari/537.36`
const apple = (system: string, names: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${names}`
const SAFARI = apple(IPHONE, 'Version/18.6 Mobile/15E148 Safari/604.1')

describeShop('the sessions of a customer', (shop) => {
  it('are listed with device, network and last use, the current one marked', async () => {
    const person = await shop.customer()
    const agent = `${FIREFOX} ${'x'.repeat(300)}`
    const desk = await login(shop, person, { agent, address: '203.0.113.77' })
    await login(shop, person, { agent: SAFARI, address: '2001:db8:1:2:3:4:5:6' })

    const { status, body } = await shop.call('GET', '/api/auth/sessions', { token: desk })

    expect(status).toBe(200)
    expect(body.sessions).toEqual([
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
      expect.objectContaining({ browser: null, system: null, current: false }),
    ])
    const rows = await shop.sql<{ row: string }>`
      select session::text as row from session where user_id = ${person.id}`
    const kept = rows.map(({ row }) => row).join()
    expect(kept).not.toContain('203.0.113.77')
    expect(kept).not.toContain('x'.repeat(300))
  })

  it('end one by one or all but the current one, at once', async () => {
    const person = await shop.customer()
    const others = [await shop.signIn(person), await shop.signIn(person)]
    const token = await shop.signIn(person)
    await shop.call('GET', '/api/user', { token })
    const [newest] = await idsOf(shop, person.token)

    const answer = await shop.call('DELETE', `/api/auth/sessions/${newest}`, person)
    const again = await shop.call('DELETE', `/api/auth/sessions/${newest}`, person)

    expect([answer.status, again.status]).toEqual([200, 404])
    expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)

    const rest = await shop.call('DELETE', '/api/auth/sessions', { token: person.token })

    expect(rest.body).toEqual({ message: expect.any(String), ended: 2 })
    for (const token of others) {
      expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)
    }
    expect(await idsOf(shop, person.token)).toHaveLength(1)
  })
})

describeShop('a sign-in', (shop) => {
  beforeEach(async () => void (await deliverMails(shop)))

  it('on a new device sends an email; the first ever and a known device do not', async () => {
    const person = { email: `new.${crypto.randomUUID()}@barq.example` }
    await register(shop, person.email)
    await login(shop, person, { agent: FIREFOX })
    await login(shop, person, { agent: NEWER_FIREFOX })
    await shop.call('POST', '/api/auth/login', {
      body: { email: person.email, password: 'a guess' },
      headers: { 'user-agent': SAFARI },
    })
    expect(await deliverMails(shop)).toEqual([])

    await login(shop, person, { agent: SAFARI, address: '203.0.113.9' })

    const mails = await deliverMails(shop)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, 'New sign-in to your Barq account'],
    ])
    expect(mails[0]?.text).toContain('browser: Safari, system: iOS, network: 203.0.113.*')
    await login(shop, person, { agent: SAFARI })
    expect(await deliverMails(shop)).toEqual([])

    await login(shop, person, { agent: '' })

    const [nameless] = await deliverMails(shop)
    expect(nameless?.text).toContain('browser: unknown, system: unknown')
  })

  it('sends it in the language that the customer registered in', async () => {
    const person = { email: `new.${crypto.randomUUID()}@barq.example` }
    await register(shop, person.email, { 'accept-language': 'ar-AE' })
    await login(shop, person, { agent: FIREFOX })
    await login(shop, person, { agent: SAFARI })

    const [mail] = await deliverMails(shop)

    expect(mail?.subject).toBe('تسجيل دخول جديد إلى حسابك في برق')
    expect(mail?.html).toContain('lang="ar" dir="rtl"')
  })
})

it.for([
  [FIREFOX, 'Firefox', 'Windows'],
  [SAFARI, 'Safari', 'iOS'],
  [chrome('Windows NT 10.0; Win64; x64', 'Chrome/142.0.0.0'), 'Chrome', 'Windows'],
  [chrome(MAC, 'Chrome/142.0.0.0'), 'Chrome', 'macOS'],
  [chrome('X11; Linux x86_64', 'Chrome/142.0.0.0'), 'Chrome', 'Linux'],
  [chrome('X11; Linux x86_64', 'HeadlessChrome/142.0.0.0'), 'Chrome', 'Linux'],
  [chrome('X11; CrOS x86_64 14541.0.0', 'Chrome/142.0.0.0'), 'Chrome', 'ChromeOS'],
  [chrome('Linux; Android 10; K', 'Chrome/142.0.0.0 Mobile'), 'Chrome', 'Android'],
  [apple(IPHONE, 'CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1'), 'Chrome', 'iOS'],
  [`${chrome('Windows NT 10.0', 'Chrome/142.0.0.0')} Edg/142.0.0.0`, 'Edge', 'Windows'],
  [`${chrome('Linux; Android 10; K', 'Chrome/142.0.0.0')} EdgA/142.0.0.0`, 'Edge', 'Android'],
  [apple(IPHONE, 'Version/18.0 EdgiOS/142.0.3595.49 Mobile/15E148 Safari/604.1'), 'Edge', 'iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox', 'Android'],
  [apple(IPHONE, 'FxiOS/145.0 Mobile/15E148 Safari/604.1'), 'Firefox', 'iOS'],
  [apple(MAC, 'Version/18.6 Safari/605.1.15'), 'Safari', 'macOS'],
  [apple('iPad; CPU OS 18_6 like Mac OS X', 'Version/18.6 Safari/604.1'), 'Safari', 'iPadOS'],
  [
    chrome('Linux; Android 10; K', 'SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile'),
    'Samsung Internet',
    'Android',
  ],
  [
    chrome('Linux; Android 12; ANA-NX9', 'Chrome/114.0 HuaweiBrowser/15.0.4.312 Mobile'),
    'Huawei Browser',
    'Android',
  ],
  [`${chrome(MAC, 'Chrome/142.0.0.0')} OPR/124.0.0.0`, 'Opera', 'macOS'],
  [apple(IPHONE, 'Version/18.6 Mobile/15E148 Safari/604.1 OPT/6.2.0'), 'Opera', 'iOS'],
  [
    apple(IPHONE, 'Mobile/15E148 Instagram 389.0.0.37.86 (iPhone14,5; iOS 18_6)'),
    'Instagram',
    'iOS',
  ],
  [apple(IPHONE, 'Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBLC/ar]'), 'Facebook', 'iOS'],
  [
    `${chrome('Linux; Android 15; wv', 'Version/4.0 Chrome/142.0 Mobile')} [FB_IAB/FB4A;FBAV/520.0;]`,
    'Facebook',
    'Android',
  ],
  [apple(IPHONE, 'GSA/393.0.824 Mobile/15E148 Safari/604.1'), 'Google', 'iOS'],
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

async function idsOf(shop: Shop, token: string): Promise<number[]> {
  const { body } = await shop.call('GET', '/api/auth/sessions', { token })
  return body.sessions.map(({ id }: { id: number }) => id)
}
