/**
 * A10: user text is shown as written on every screen, and never executed. About sixty texts that would run in a
 * careless page are stored in every field that takes text.
 */
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import type { AdminProduct } from '#contract/admin.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { PAYLOADS, packed, whatBecameMarkup } from './hostile-text.ts'
import { testIn } from './own-shop.ts'
import {
  type Account,
  addButton,
  admin,
  anAccount,
  anOrder,
  complaintsOf,
  expect,
  keepSession,
  moveOrder,
  somebody,
} from './story.ts'

const test = testIn()
test.describe.configure({ timeout: 600_000 })

/** Opens screens, and collects everything in them that was treated as more than text. */
class Visitor {
  readonly found: string[] = []
  readonly complaints: string[]
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.complaints = complaintsOf(page)
    page.on('dialog', (dialog) => {
      this.found.push(`a dialog: ${dialog.message()}`)
      dialog.dismiss().catch(() => {})
    })
  }

  /** @param texts must all be shown unchanged */
  async see(path: string, texts: string[] = []): Promise<void> {
    await this.page.goto(path)
    await this.page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
    for (const text of texts) {
      await expect
        .poll(() => this.page.evaluate(allText), { message: `${path} shows ${text.slice(0, 60)}` })
        .toContain(text)
    }
    await this.look(path)
  }

  async look(where: string): Promise<void> {
    this.found.push(
      ...(await this.page.evaluate(whatBecameMarkup)).map((what) => `${where}: ${what}`),
    )
  }
}

/**
 * Runs in the page.
 * @returns its text and the values of its fields.
 */
function allText(): string {
  const fields = [...document.querySelectorAll('input, textarea')].map(
    (field) => (field as HTMLInputElement).value,
  )
  return [document.body.textContent, ...fields].join('\n')
}

test('texts that would run in a careless page stay text on every screen @full', async ({
  browser,
  context,
}) => {
  const { request } = context
  const staff = await admin(request)
  const products = await writeProducts(staff)
  const { customer, profiles } = await writeProfile(request)
  const order = await anOrder(customer, { id: products[0]?.id } as never)
  const confirmed = await anOrder(customer, { id: products[1]?.id } as never)
  await moveOrder(request, customer, confirmed, ['confirm'])
  for (const { id } of products) await customer.call('POST', '/api/user/cart', { cart: id })
  await fillWindow(staff)

  const page = await context.newPage()
  await keepSession(page, customer.token)
  const visitor = new Visitor(page)
  for (const product of products.slice(0, 3)) {
    await visitor.see(`/product/${product.id}`, [product.name, product.seller])
    expect(await page.title(), 'the title of the page').toContain(product.name.trim().slice(0, 20))
  }
  await addButton(page.getByRole('main')).click()
  await visitor.look('a toast')
  await visitor.see('/', [packed(110)[0] ?? '', packed(60)[0] ?? '', packed(200)[0] ?? ''])
  await visitor.see(
    '/carts',
    products.map(({ name }) => name),
  )
  await visitor.see('/orders', [products[0]?.name ?? ''])
  await visitor.see(`/order-preview/${order.id}`, [products[0]?.name ?? ''])
  await visitor.see(`/payment-method/${confirmed.id}`, [])
  await visitor.see('/contact')
  for (const profile of profiles) {
    await customer.call('PUT', '/api/auth/user/update', { ...profile, email: customer.email })
    // The shop removes these direction marks from profiles.
    const shown = Object.values(profile).map((text) => text.replace(/[\u202c\u202e]/g, ''))
    await visitor.see('/profile', shown)
  }
  for (const text of packed(180).slice(0, 8)) {
    const query = new URLSearchParams({ category: 'All', search: text })
    await visitor.see(`/user/product/show?${query}`)
  }
  for (const text of PAYLOADS.slice(0, 4)) {
    await visitor.see(`/sign-in#google-error=${encodeURIComponent(text)}`)
    await visitor.see(`/no/${encodeURIComponent(text).replaceAll('.', '%2E')}`)
  }

  const owner = await context.newPage()
  await owner.addInitScript(() => sessionStorage.clear())
  await keepSession(owner, staff.token, 'admin')
  const inspector = new Visitor(owner)
  const last = profiles.at(-1)
  const { id } = await customer.call<{ id: number }>('GET', '/api/auth/user')
  await inspector.see('/admin')
  await inspector.see('/admin/products', [products.at(-1)?.name ?? ''])
  await inspector.see('/admin/orders', [products[0]?.name ?? ''])
  await inspector.see(`/admin/orders/${order.id}`, [products[0]?.name ?? ''])
  await inspector.see('/admin/customers', [last?.username ?? ''])
  await inspector.see(`/admin/customers/${id}`, [last?.username ?? '', last?.city ?? ''])
  await inspector.see('/admin/window')
  await inspector.see('/admin/categories', [packed(60)[0] ?? ''])
  await inspector.see('/admin/audit')
  const query = new URLSearchParams({ category: 'All', search: 'planted' })
  await inspector.see(`/product/show/All?${query}`)

  expect([...visitor.found, ...inspector.found]).toEqual([])
  const violations = [...visitor.complaints, ...inspector.complaints].filter((text) =>
    /Content Security Policy|Trusted/i.test(text),
  )
  expect(violations).toEqual([])
  const control = await careless(browser)
  expect(control.length).toBeGreaterThan(30)
})

async function writeProducts(staff: Account): Promise<AdminProduct[]> {
  const made: AdminProduct[] = []
  const all = PAYLOADS.join(' ')
  for (const [index, name] of packed(290).entries()) {
    const one = PAYLOADS[index % PAYLOADS.length] ?? ''
    const { data } = await staff.call<{ data: AdminProduct }>('POST', '/api/admin/products', {
      name,
      name_ar: name,
      description: all.slice(0, 5000),
      description_ar: all.slice(0, 5000),
      category: 'Phones',
      seller: one.slice(0, 120),
      price: 9.99,
      stock: 50,
      specs: PAYLOADS.slice(index * 5, index * 5 + 5).map((value, at) => ({
        key: `k${at}`,
        label: value.slice(0, 80),
        label_ar: value.slice(0, 80),
        value: value.slice(0, 200),
        value_ar: value.slice(0, 200),
      })),
    })
    made.push(data)
  }
  return made
}

/** Creates a customer, and profiles that together contain every payload. */
async function writeProfile(request: APIRequestContext) {
  const texts = packed(250)
  // Phone numbers are left out, because they are validated.
  const profiles = Array.from({ length: Math.ceil(texts.length / 3) }, (_, index) => {
    const [username = 'x', country = '', city = ''] = texts.slice(index * 3, index * 3 + 3)
    return { username, country, city }
  })
  const person = { ...somebody(), username: profiles[0]?.username ?? '' }
  return { customer: await anAccount(request, person), profiles }
}

async function fillWindow(staff: Account): Promise<void> {
  for (const text of packed(110).slice(0, 8))
    await staff.call('POST', '/api/admin/slides', slide(text, '/'))
  for (const text of packed(110).slice(8, 12))
    await staff.call('POST', '/api/admin/partners', partner(text, null))
  for (const [index, category] of CATEGORIES.entries()) {
    const [name = '', tagline = ''] = [packed(60)[index], packed(200)[index]]
    const texts = { name, name_ar: name, tagline, tagline_ar: tagline }
    const path = `/api/admin/categories/${category}`
    await staff.call('PUT', path, { ...texts, picture_key: null })
  }
}

function partner(name: string, link: string | null) {
  return { name, name_ar: name, logo: '/media/brands/orvane.svg', link, is_active: true }
}

function slide(text: string, link: string) {
  const cta = text.slice(0, 40)
  return {
    title: text,
    title_ar: text,
    subtitle: text,
    subtitle_ar: text,
    cta,
    cta_ar: cta,
    link,
    picture_key: 'slide-phones',
    alt: text,
    alt_ar: text,
    is_active: true,
  }
}

/**
 * The control: shows the same payloads as HTML in an unprotected page.
 * @returns the payloads that ran or became markup.
 */
async function careless(browser: Browser): Promise<string[]> {
  const page = await browser.newPage()
  page.on('dialog', (dialog) => dialog.dismiss().catch(() => {}))
  const seen: string[] = []
  for (const payload of PAYLOADS) {
    // Discards everything that the previous payload set.
    await page.goto('about:blank')
    await page
      .setContent(`<!doctype html><div>${payload}</div>`, { waitUntil: 'domcontentloaded' })
      .catch(() => {})
    const found = await page.evaluate(whatBecameMarkup).catch(() => ['it left the page'])
    if (found.length > 0) seen.push(payload)
  }
  await page.close()
  return seen
}
