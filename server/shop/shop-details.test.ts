import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import { readConfig } from '../config.ts'
import { inTransaction } from '../platform/db/database.ts'
import { readShopZone } from '../platform/db/shop-zone.ts'
import { detailWarnings } from './shop-details.ts'

const NOTHING = {
  phone: null,
  email: null,
  address: null,
  address_ar: null,
  privacy_url: null,
  terms_url: null,
  delivery_promise: null,
  delivery_promise_ar: null,
  name: null,
  name_ar: null,
  tagline: null,
  tagline_ar: null,
  logo: null,
  locale: null,
  time_zone: null,
  accent: null,
  prior_prices: null,
  currency: null,
  visitors: null,
  facebook_url: null,
  instagram_url: null,
  youtube_url: null,
}

const save = async (shop: Shop, details: object) => {
  const { token } = await shop.admin()
  return shop.call('PUT', '/api/admin/shop-details', { token, body: { ...NOTHING, ...details } })
}
const config = async (shop: Shop) => (await shop.call('GET', '/api/config')).body

describeShop('shop details', (shop) => {
  beforeEach(async () => void (await save(shop, {})))

  it('are none until staff set them, and everybody sees them at once', async () => {
    expect(await config(shop)).toMatchObject({
      contact: { phone: '', email: '', address: '', address_ar: '', privacyUrl: null },
      social: { facebook: null, instagram: null, youtube: null },
      delivery_promise: '',
    })
    const answer = await save(shop, {
      phone: ' +213 21 00 00 00 ',
      email: 'hello@shop.example',
      address: '1 Rue Didouche',
      privacy_url: 'https://shop.example/privacy',
      delivery_promise: 'Within 3 days',
      instagram_url: 'https://instagram.com/shop',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ data: { phone: '+213 21 00 00 00' }, fixed: [] })
    expect(await config(shop)).toMatchObject({
      contact: {
        phone: '+213 21 00 00 00',
        email: 'hello@shop.example',
        address: '1 Rue Didouche',
        // Without an Arabic address, the English one is shown.
        address_ar: '1 Rue Didouche',
        privacyUrl: 'https://shop.example/privacy',
      },
      social: { facebook: null, instagram: 'https://instagram.com/shop' },
      delivery_promise: 'Within 3 days',
    })
  })

  it('are answered as unchanged to a page that has them', async () => {
    const { headers } = await shop.call('GET', '/api/config')
    const tag = { 'if-none-match': String(headers.etag) }
    expect((await shop.call('GET', '/api/config', { headers: tag })).status).toBe(304)
    await save(shop, { phone: '+213 1' })
    expect((await shop.call('GET', '/api/config', { headers: tag })).status).toBe(200)
  })

  it.for([
    { privacy_url: 'javascript:alert(1)' },
    { terms_url: 'shop.example/terms' },
    { facebook_url: 'https://face book.com' },
    { email: 'hello' },
    { phone: '  ' },
    { address: 'x'.repeat(201) },
    { time_zone: 'Dubai' },
    { name: 'x'.repeat(61) },
    { logo: 'https://elsewhere.example/x.svg' },
    { locale: 'fr' },
    { accent: 'red' },
    { accent: '#FFF' },
    { accent: '#7a1fa2;}' },
    { currency: 'XXX' },
    { time_zone: "'; --" },
  ])('refuse %j, and keep what there was', async (wrong) => {
    await save(shop, { phone: '+213 1' })
    const { status, body } = await save(shop, wrong)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(Object.keys(wrong))
    expect((await config(shop)).contact.phone).toBe('+213 1')
  })

  it('have a name, in one language or two, and an Arabic one never alone', async () => {
    expect((await config(shop)).brand).toMatchObject({ name: 'Barq', name_ar: 'برق', logo: null })
    await save(shop, { name: 'Noor', locale: 'ar' })
    expect(await sellers(shop)).toEqual(['Noor', 'Noor'])
    expect(await config(shop)).toMatchObject({
      brand: { name: 'Noor', name_ar: 'Noor' },
      locale: 'ar',
    })
    await save(shop, { name: 'Noor', name_ar: 'نور', tagline: 'Lamps' })
    expect((await config(shop)).brand).toMatchObject({ name_ar: 'نور', tagline: 'Lamps' })
    expect(await sellers(shop)).toEqual(['Noor', 'نور'])
    await shop.sql`update seller set name = 'Noor Trading LLC'`
    await save(shop, { name: 'Noor & Co', name_ar: 'نور' })
    expect(await sellers(shop)).toEqual(['Noor Trading LLC', 'نور'])
    const alone = await save(shop, { name_ar: 'نور' })
    expect([alone.status, Object.keys(alone.body.errors)]).toEqual([422, ['name']])
  })

  it('open the shop to visitors when staff choose so', async () => {
    expect((await config(shop)).visitors).toBe('sign-in')
    await save(shop, { visitors: 'browse' })
    expect(await config(shop)).toMatchObject({ visitors: 'browse', guests: false })
    await save(shop, { visitors: 'order' })
    expect(await config(shop)).toMatchObject({ visitors: 'browse', guests: true })
  })

  it('have a color, in documents, emails and a style sheet', async () => {
    expect((await config(shop)).accent).toBeNull()
    await save(shop, { accent: '#ffd400' })
    expect((await config(shop)).accent).toBe('#ffd400')
    const sheet = await shop.call('GET', '/api/theme/ffd400')
    expect(sheet.headers['content-type']).toBe('text/css; charset=utf-8')
    expect(sheet.text).toContain('--flash: #ffd400;')
    for (const wrong of ['red', 'FFD400', 'ffd40']) {
      expect((await shop.call('GET', `/api/theme/${wrong}`)).status).toBe(404)
    }
    const { token } = await shop.admin()
    const query = { locale: 'en' }
    const path = '/api/admin/emails/paid/preview'
    expect((await shop.call('GET', path, { token, query })).body.html).toContain('color:#ffd400')
  })

  it('have a time zone, in which hours and invoices are counted at once', async () => {
    expect((await config(shop)).timeZone).toBe('UTC')
    await save(shop, { time_zone: 'Pacific/Kiritimati' })
    expect((await config(shop)).timeZone).toBe('Pacific/Kiritimati')
    const rolledBack = new Error('rolled back')
    const number = inTransaction(shop.db, async (tx) => {
      const { rows } = await sql<{ of_year: number }>`
        select of_year from take_invoice_number('demo', '2031-12-31T10:00:00Z')`.execute(tx)
      expect(rows).toEqual([{ of_year: 2032 }])
      throw rolledBack
    })
    await expect(number).rejects.toBe(rolledBack)
  })

  it('have no offset for a time zone in the environment', () => {
    expect(() => readConfig({ TIME_ZONE: '+04:00' })).toThrow('TIME_ZONE must be')
  })

  it('are missed at the start of a real shop', async () => {
    const real = { ...readConfig({}), production: true, details: {} }
    const say = (details: object) => detailWarnings(shop.db, { ...real, details })
    expect(await say({})).toEqual([expect.stringContaining('phone, email, address')])
    await save(shop, { phone: '+213 1', email: 'hello@shop.example' })
    expect(await say({})).toEqual([expect.stringContaining('not set: address (')])
    expect(await say({ address: 'Oran' })).toEqual([])
    expect(await detailWarnings(shop.db, { ...real, production: false })).toEqual([])
  })
})

describeShop(
  'shop details that the environment sets',
  (shop) => {
    it('win over those of staff, and are shown as fixed', async () => {
      const { token } = await shop.admin()
      const { body } = await shop.call('GET', '/api/admin/shop-details', { token })
      expect(body.fixed).toEqual(['phone', 'delivery_promise', 'time_zone'])
      expect((await config(shop)).timeZone).toBe('Asia/Dubai')
      expect(await readShopZone(shop.db.run)).toBe('Asia/Dubai')
      expect(body.data).toMatchObject({
        phone: '+1 555',
        delivery_promise: 'Tomorrow',
        email: null,
      })

      const wanted = { phone: '+213 1', email: 'hello@shop.example', time_zone: 'UTC' }
      const saved = await save(shop, wanted)
      expect(await readShopZone(shop.db.run)).toBe('Asia/Dubai')
      expect(saved.body.data).toMatchObject({ phone: '+1 555', email: 'hello@shop.example' })
      const shown = await config(shop)
      expect(shown.contact).toMatchObject({ phone: '+1 555', email: 'hello@shop.example' })
      expect(shown.delivery_promise).toBe('Tomorrow')
      const rows = await shop.sql<{ phone: string | null }>`
        select phone from shop_details`
      expect(rows).toEqual([{ phone: null }])
    })
  },
  { SUPPORT_PHONE: '+1 555', DELIVERY_PROMISE: 'Tomorrow', TIME_ZONE: 'Asia/Dubai' },
)

describeShop(
  'shop details of a demo',
  (shop) => {
    it('are an example until they are set', async () => {
      const example = { phone: '+971 4 000 0000', email: 'support@barq.example' }
      expect((await config(shop)).contact).toMatchObject(example)
      await save(shop, { phone: '+213 1' })
      expect((await config(shop)).contact).toMatchObject({ ...example, phone: '+213 1' })
    })
  },
  { PLACEHOLDERS: 'specified' },
)

/** The names of the seller on the next invoice, in both languages. */
async function sellers(shop: Shop): Promise<string[]> {
  const rows = await shop.sql<{ name: string; name_ar: string }>`select name, name_ar from seller`
  return rows.flatMap(({ name, name_ar }) => [name, name_ar])
}
