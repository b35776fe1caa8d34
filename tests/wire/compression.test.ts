/**
 * Every answer of the contract above 1 kB, PDFs aside, is compressed from its first time on. One that
 * all callers share is compressed once, with Brotli; one for a single caller with gzip, which costs a
 * fraction of the time for nearly the same size.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { DEMO_ADMIN, DEMO_CUSTOMER } from '#server/demo/demo-accounts.ts'
import { acceptedBy } from '#tests/access/bodies.ts'
import { prepare } from '#tests/access/requests.ts'
import { contractEndpoints, methodOf } from '#tests/kit/endpoints.ts'
import { type CallOptions, describeDemoShop } from '#tests/kit/shop.ts'
import { IS_FULL } from '#tests/kit/volume.ts'

const COMPRESSED_FROM = 1024

/** Compressed by its own format. */
const PACKED = /^application\/(pdf|zip)/

/** In `npm test` those that read: changes are answered in a few bytes. */
const ENDPOINTS = (await contractEndpoints()).filter(
  (endpoint) => IS_FULL || methodOf(endpoint) === 'GET',
)

/** Shared by all callers. */
const SHARED = [
  'GET /api/',
  'GET /api/products',
  'GET /api/products/compare',
  'GET /api/products/suggest',
  'GET /api/shop-window',
]

const QUERY: Record<string, Record<string, string>> = {
  'GET /api/products/compare': { ids: '1,2' },
  'GET /api/products/fits': { devices: '1', ids: '2' },
  'GET /api/products/suggest': { q: 'phone' },
  'GET /api/user/addresses/format': { country: 'AE' },
}

describeDemoShop('an answer', (shop) => {
  let tokens: Record<Endpoint['access'], string | undefined>
  beforeAll(async () => {
    tokens = {
      public: undefined,
      optional: undefined,
      customer: await tokenOf(DEMO_CUSTOMER),
      admin: await tokenOf(DEMO_ADMIN),
    }
  })

  it('above 1 kB is compressed from its first time on, whichever call it is of', async () => {
    const plain: string[] = []
    const encodings: Record<string, unknown> = {}
    for (const endpoint of ENDPOINTS) {
      const { headers, bytes } = await first(endpoint)
      if (bytes < COMPRESSED_FROM || PACKED.test(String(headers['content-type']))) continue
      encodings[endpoint.call] = headers['content-encoding']
      if (!headers['content-encoding']) plain.push(`${endpoint.call}: ${bytes} bytes`)
      expect(headers.vary, endpoint.call).toMatch(/accept-encoding/i)
    }

    expect(plain).toEqual([])
    expect(encodings).toMatchObject({
      ...Object.fromEntries(SHARED.map((call) => [call, 'br'])),
      'GET /api/user/order': 'gzip',
      'GET /api/auth/user/data': 'gzip',
      'GET /api/admin/dashboard': 'gzip',
      'GET /api/admin/products/export': 'gzip',
      'GET /metrics': 'gzip',
    })
  })

  /** The first answer of a call, as a browser asks for it; lists are those of the demo's accounts. */
  async function first(endpoint: Endpoint) {
    const method = methodOf(endpoint)
    const { path, token, body } = await prepare(shop, endpoint)
    const isList = method === 'GET' && !endpoint.params
    const sent: CallOptions = endpoint.reads ? acceptedBy(endpoint) : endpoint.body ? { body } : {}
    const content = sent.payload ?? (sent.body === undefined ? '' : JSON.stringify(sent.body))
    const answer = await shop.app.inject({
      method: method as 'GET',
      url: path,
      query: QUERY[endpoint.call] ?? {},
      ...(content !== '' && { payload: content }),
      headers: {
        ...(content !== '' && { 'content-type': 'application/json' }),
        ...sent.headers,
        'accept-encoding': 'gzip, deflate, br',
        ...(token && { authorization: `Bearer ${isList ? tokens[endpoint.access] : token}` }),
      },
    })
    const { rawPayload } = answer
    const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }
    const unpack = unpacked[answer.headers['content-encoding'] as keyof typeof unpacked]
    return { headers: answer.headers, bytes: (unpack?.(rawPayload) ?? rawPayload).length }
  }

  async function tokenOf(email: string): Promise<string> {
    const rows = await shop.sql<{ id: number }>`
      select id from app_user where email = ${email}`
    return shop.signIn({ id: rows[0]?.id ?? 0 })
  }
})
