/** H12: a limit applies whatever the caller claims to be and however the path is written. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Answer, describeShop, type Shop } from '#tests/kit/shop.ts'

/** A way to request a link, each time for another e-mail: only the address repeats. */
type Ask = (index: number) => Promise<Answer>

const PATH = '/api/auth/password/email'
/** Far above the thirty that one address may request in an hour. */
const TRIES = 60

describeShop('a limit per address', (shop) => {
  beforeEach(async () => {
    await sql`delete from throttle`.execute(shop.db.run)
  })

  const ask = (index: number, address: string, headers: Record<string, string> = {}) =>
    shop.call('POST', PATH, { address, headers, body: { email: `ask.${index}@barq.example` } })

  it.for([
    [
      'claims to be forwarded for others',
      (i) => ask(i, '203.0.113.9', { 'x-forwarded-for': `198.51.100.${i}` }),
    ],
    [
      'claims so in other headers',
      (i) =>
        ask(i, '203.0.113.9', {
          forwarded: `for=198.51.100.${i}`,
          'x-real-ip': `198.51.100.${i}`,
          'x-client-ip': `198.51.100.${i}`,
          'cf-connecting-ip': `198.51.100.${i}`,
          'true-client-ip': `198.51.100.${i}`,
        }),
    ],
    ['takes another address of its /64', (i) => ask(i, `2001:db8:1:2::${i.toString(16)}`)],
    [
      'writes its /64 differently',
      (i) => ask(i, i % 2 ? `2001:0db8:0001:0002:0:0:0:${i}` : `2001:DB8:1:2::${i}`),
    ],
    [
      'comes by IPv4 and by IPv4 in IPv6',
      (i) => ask(i, i % 2 ? '203.0.113.9' : '::ffff:203.0.113.9'),
    ],
    [
      'comes as another client',
      (i) =>
        ask(i, '203.0.113.9', {
          'user-agent': `client ${i}`,
          'accept-language': i % 2 ? 'ar' : 'en',
        }),
    ],
  ] as Array<[string, Ask]>)('holds for one that %s', async ([, attempt]) => {
    const answers: Answer[] = []
    for (let index = 1; index <= TRIES; index++) answers.push(await attempt(index))

    const passed = answers.filter(({ status }) => status === 200).length
    const refused = answers.filter(({ status }) => status === 429)
    expect(passed).toBe(30)
    expect(refused).toHaveLength(TRIES - 30)
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is separate for each address, so that nobody uses up the attempts of others', async () => {
    for (let index = 1; index <= 31; index++) await ask(index, '203.0.113.9')

    expect((await ask(99, '203.0.113.9')).status).toBe(429)
    expect((await ask(100, '203.0.113.10')).status).toBe(200)
    expect((await ask(101, '2001:db8:1:3::1')).status).toBe(200)
  })

  it('cannot be bypassed by another spelling of the path or method', async () => {
    const body = { email: 'door@barq.example' }
    const before = await counted(shop)
    const doors: Array<[string, string]> = [
      ['POST', `${PATH}/`],
      ['POST', `/${PATH}`],
      ['POST', PATH.toUpperCase()],
      ['POST', '/api/Auth/password/email'],
      ['POST', '/api//auth/password/email'],
      ['POST', '/api/auth/./password/email'],
      ['POST', '/api/auth/x/../password/email'],
      ['POST', `${PATH};x=1`],
      ['POST', '/api/auth/password%2Femail'],
      ['PUT', PATH],
      ['HEAD', PATH],
      ['OPTIONS', PATH],
      ['TRACE', PATH],
    ]
    const open: string[] = []
    for (const [method, path] of doors) {
      const answer = await shop.call(method, path, { body })
      // A URL parser may have normalised the path: then the same counter counted it.
      if (answer.status < 400) open.push(`${method} ${path}`)
    }
    // By address, by network and mailbox, and by mailbox.
    expect((await counted(shop)) - before).toBe(3 * open.length)
    expect(open.filter((door) => !/\/\.{1,2}\//.test(door))).toEqual([])
  })

  it('trusts the proxy in front when configured, and only that one', async () => {
    const config = { DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: shop.folder, TRUST_PROXY: 'on' }
    const app = await createApp(readConfig(config), shop.db)
    const asked = async (index: number, forwarded: string) => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: PATH,
        headers: { 'x-forwarded-for': forwarded },
        payload: { email: `proxy.${index}@barq.example` },
      })
      return statusCode
    }
    for (let index = 0; index < 30; index++) {
      expect(await asked(index, `spoofed.${index}, 198.51.100.7`)).toBe(200)
    }
    expect(await asked(30, '10.0.0.1, 198.51.100.7')).toBe(429)
    expect(await asked(31, '198.51.100.7, 198.51.100.8')).toBe(200)
    await app.close()
  })
})

/** The number of counted attempts. */
async function counted(shop: Shop): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::integer as count from throttle`.execute(shop.db.run)
  return rows[0]?.count ?? 0
}
