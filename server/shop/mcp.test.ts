/** A customer's assistant: the protocol's official client sends requests to the shop. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, expect, it } from 'vitest'
import { MCP_PATH } from '#contract/mcp.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import { withoutOwnKeywords } from '../platform/http/own-keywords.ts'

describeShop(
  'an assistant',
  (shop) => {
    let phone: number
    let fitting: number

    beforeAll(async () => {
      const { token } = await shop.admin()
      const create = async (name: string, category: string, stock = 9) => {
        const texts = { name, name_ar: 'غطاء', description: '', description_ar: '', seller: 'Noor' }
        const body = { ...texts, category, price: 10, stock }
        return (await shop.call('POST', '/api/admin/products', { token, body })).body.data.id
      }
      phone = await create('Orvane One', 'Phones', 0)
      fitting = await create('Leather case', 'Accessories')
      await create('Glass case', 'Accessories')
      const body = { version: 1, fits_only: true, rows: [{ device: phone }] }
      await shop.call('PUT', `/api/admin/products/${fitting}/fits`, { token, body })
    })

    it('finds a case that fits the phone, and makes a link to a cart with it', async () => {
      const client = await connect(shop)
      const ask = async (name: string, input: object) =>
        (await client.callTool({ name, arguments: { ...input } })).structuredContent

      const { tools } = await client.listTools()
      expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual(Array(4).fill(true))
      expect(tools[0]?.inputSchema.properties?.search).toEqual({ type: 'string', maxLength: 200 })
      expect(withoutOwnKeywords(tools)).toEqual(tools)

      const others = { ids: '1', attributes: 'x', limit: 1_000_000 }
      const phones = await ask('search_products', {
        search: 'orvane',
        category: 'Phones',
        ...others,
      })
      expect(phones).toMatchObject({ total: 1, products: [{ id: phone, in_stock: false }] })
      expect(await ask('search_products', { search: 'case', fits: `${phone}` })).toMatchObject({
        total: 1,
        products: [{ id: fitting, name: 'Leather case', price: 10, currency: 'USD' }],
      })
      expect(
        await ask('check_fit', { accessories: [fitting, 999_999], devices: [phone] }),
      ).toMatchObject({ pairs: [{ fits: 'yes' }, { fits: 'unknown' }] })
      expect(await ask('get_product', { id: fitting, language: 'ar' })).toMatchObject({
        name: 'غطاء',
        brand: 'Noor',
        in_stock: true,
        variants: [],
        url: `http://localhost:3000/product/${fitting}?lang=ar`,
      })
      const items = [{ id: fitting, quantity: 50 }, { id: phone }, { id: 999_999 }]
      expect(await ask('make_cart_link', { items })).toEqual({
        url: `http://localhost:3000/carts?add=${fitting}x9`,
        sold_out: [phone],
        missing: [999_999],
      })
      await client.close()
    })

    it('learns what is missing, wrong, or no message of the protocol', async () => {
      const client = await connect(shop)
      const ask = async (name: string, input: object) => {
        const { isError, content } = await client.callTool({ name, arguments: { ...input } })
        return isError && JSON.stringify(content)
      }
      expect(await ask('get_product', { id: 999_999 })).toContain('Not found.')
      expect(await ask('search_products', { search: 'a\0b' })).toContain('/search')
      expect(await ask('get_product', { id: '1; drop table' })).toContain('/id must be integer')
      await client.close()

      const post = async (body: unknown) =>
        (await shop.call('POST', MCP_PATH, { body: body as never, headers: ACCEPT })).status
      expect(await post({ cart: 1 })).toBe(400)
      expect(await post([{ jsonrpc: '2.0', id: 1, method: 'tools/list' }])).toBe(422)
      expect((await shop.call('GET', MCP_PATH)).status).toBe(405)
    })
  },
  { VISITORS: 'browse' },
)

const ACCEPT = { accept: 'application/json, text/event-stream' }

async function connect(shop: Shop): Promise<Client> {
  const client = new Client({ name: 'assistant', version: '1' })
  const send = async (address: string | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(address)
    const { status, text, headers } = await shop.call(init.method as 'POST', pathname, {
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body && { body: JSON.parse(String(init.body)) }),
    })
    const type = `${headers['content-type'] ?? 'text/plain'}`
    return new Response(text || null, { status, headers: { 'content-type': type } })
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(MCP_PATH, 'http://localhost'), { fetch: send }),
  )
  return client
}
