/** A12: which origins may read the shop's responses. */
import { expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'

const SHOP = 'https://shop.example'
const ALLOWED = [SHOP, 'https://staff.shop.example:8443']

const REFUSED = [
  'null',
  'https://shop.example.evil.example',
  'https://evilshop.example',
  'https://shop.example@evil.example',
  'https://shop.example:444',
  'https://shop.example.',
  'https://SHOP.EXAMPLE',
  'https://shop.example/',
  'https://shop.example/path',
  'https://sub.shop.example',
  'http://shop.example',
  'http://staff.shop.example:8443',
  'https://staff.shop.example',
  'https://shop.examp1e',
  'https://shop.exampl\u0435',
  'file://',
  'file:///etc/passwd',
  'chrome-extension://abcdefgh',
  'moz-extension://abcdefgh',
  'data:text/html,x',
  'javascript:alert(1)',
  'https://127.0.0.1',
  'http://localhost:3000',
  '*',
  '',
  ' https://shop.example',
  'https://shop.example, https://evil.example',
  'https://evil.example https://shop.example',
  ...Array.from({ length: 72 }, (_, index) => `https://shop${index}.example`),
]

const LOCAL_ONLY = {
  allowed: [
    'http://localhost:5173',
    'http://127.0.0.1:8080',
    'http://[::1]:4200',
    'https://localhost',
  ],
  refused: [
    'null',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil.example',
    'http://localhost@evil.example',
    'http://128.0.0.1',
    'http://0.0.0.0:3000',
    'http://notlocalhost',
    'http://192.168.1.5',
  ],
}

describeShop('pages of other origins', (shop) => {
  it('read responses only if their origin is exactly one on the list', async () => {
    const ask = await asking(shop, { CORS_ORIGINS: ALLOWED.join(',') })
    const granted: string[] = []
    for (const origin of [...REFUSED, ...ALLOWED]) {
      for (const answer of [await ask.simple(origin), await ask.preflight(origin)]) {
        const { 'access-control-allow-origin': allowed, ...headers } = answer.headers
        if (allowed !== undefined) granted.push(String(allowed))
        expect([undefined, origin], origin).toContain(allowed)
        expect(headers['access-control-allow-credentials']).toBeUndefined()
        expect(headers.vary, origin).toMatch(/(^|, )Origin/)
        expect(Number(headers['access-control-max-age'] ?? 0)).toBeLessThanOrEqual(600)
      }
    }
    await ask.close()

    expect(new Set(granted)).toEqual(new Set(ALLOWED))
  })

  it('may send the headers that their libraries add', async () => {
    const ask = await asking(shop, {})
    const added = 'authorization,content-type,x-requested-with,x-socket-id'
    const { headers } = await ask.preflight('http://localhost:5173', added)
    await ask.close()

    expect(headers['access-control-allow-headers']).toBe(added)
  })

  it('outside production may be on this machine, but not on a look-alike', async () => {
    const ask = await asking(shop, {})
    for (const origin of LOCAL_ONLY.allowed) {
      expect((await ask.simple(origin)).headers['access-control-allow-origin']).toBe(origin)
    }
    for (const origin of LOCAL_ONLY.refused) {
      const { headers } = await ask.simple(origin)
      expect(headers['access-control-allow-origin'], origin).toBeUndefined()
    }
    await ask.close()
  })
})

async function asking(shop: Shop, env: Record<string, string>) {
  const config = { DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: shop.folder, ...env }
  const app = await createApp(readConfig(config), shop.db)
  const { token } = await shop.customer()
  return {
    simple: (origin: string) =>
      app.inject({ url: '/api/user', headers: { origin, authorization: `Bearer ${token}` } }),
    preflight: (origin: string, sent = 'authorization,content-type') =>
      app.inject({
        method: 'OPTIONS',
        url: '/api/user/cart',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': sent,
        },
      }),
    close: () => app.close(),
  }
}
