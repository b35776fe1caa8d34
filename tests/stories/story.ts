/**
 * Shared by all stories: a page that fails the story on unexpected console errors, and accounts. Tags in their
 * titles: `@phone` runs a story on a phone too, `@firefox` in Firefox; `npm test` leaves those tagged `@full`, and
 * the phone runs of those tagged `@phone-full`, to `npm run test:all -- stories`.
 */
import {
  type APIRequestContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'

export { expect }

/** Console errors that a story causes on purpose. */
interface Options {
  expectedErrors: RegExp | null
}

export const test = base.extend<Options & { office: Page }>({
  expectedErrors: [null, { option: true }],
  page: ({ page, expectedErrors }, use) => watched(page, expectedErrors, use),
  /** The owner's window, beside the customer's page. */
  office: async ({ browser, expectedErrors }, use) => {
    const context = await browser.newContext()
    const office = await context.newPage()
    await keepSession(office, (await admin(office.request)).token, 'admin')
    await watched(office, expectedErrors, use)
    await context.close()
  },
})

async function watched(
  page: Page,
  expectedErrors: RegExp | null,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const complaints = complaintsOf(page)
  await use(page)
  const unexpected = complaints.filter((text) => !expectedErrors?.test(text))
  expect(unexpected, 'the console stays free of errors').toEqual([])
}

/** Collects a page's console errors, including violations of the security policy. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  const hear = (text: string, at = '') => {
    if (!LEFT_TOO_SOON.test(text)) complaints.push(text + at)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') hear(message.text(), ` (${message.location().url})`)
  })
  page.on('pageerror', (error) => hear(String(error)))
  return complaints
}

/**
 * When a page is left, it closes its socket while that may still be connecting, which Firefox
 * reports, or while pusher-js may still be sending. Whether real time works is tested in stories of
 * its own.
 */
const LEFT_TOO_SOON =
  /^WebSocket is already in CLOSING or CLOSED state|^Firefox can.t establish a connection to the server at ws|^The connection to ws\S+ was interrupted while the page was loading/

/** For stories whose requests fail on purpose: the messages that the browser and the page then log. */
// Firefox logs an error without its message.
export const FAILED_REQUESTS = /Failed to load resource|ApiError|NetworkError|^Error \(/

export interface Person {
  username: string
  email: string
  password: string
}

let people = 0

/** A new person, whose name and address no other story uses. */
export function somebody(): Person {
  const name = `shopper-${process.pid}-${Date.now()}-${people++}`
  return { username: name, email: `${name}@example.com`, password: 'a long password' }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** An account with a token, for preparing through the API what a story is not about. */
export interface Account extends Person {
  token: string
  call<Reply>(method: Method, path: string, data?: unknown): Promise<Reply>
}

/** Creates an account through the API and signs in the page, for stories about something else. */
export async function signIn(page: Page, person = somebody()): Promise<Account> {
  const account = await anAccount(page.request, person)
  await keepSession(page, account.token)
  return account
}

/** A new account that is only signed in through the API. */
export async function anAccount(request: APIRequestContext, person = somebody()): Promise<Account> {
  return logIn(request, await register(request, person))
}

/** Opens an account. */
export async function register(request: APIRequestContext, person = somebody()): Promise<Person> {
  await request.post('/api/auth/register', {
    data: { ...person, password_confirmation: person.password },
  })
  return person
}

export async function logIn(request: APIRequestContext, person: Person): Promise<Account> {
  const { email, password } = person
  const login = await request.post('/api/auth/login', { data: { email, password } })
  const { access_token: token } = await login.json()
  return {
    ...person,
    token,
    async call(method, path, data) {
      const headers = { authorization: `Bearer ${token}` }
      const body = data ? { data } : {}
      // A connection that was idle for eight seconds may be closed just as it is used.
      const reply = await request.fetch(path, { method, headers, ...body, maxRetries: 1 })
      expect(reply.ok(), `${method} ${path} answers ${reply.status()}`).toBe(true)
      return reply.json()
    },
  }
}

/** A successful answer to a sign-in, for `page.route`. */
export const answerToken = (token: string) => (route: Route) =>
  route.fulfill({ json: { access_token: token, token_type: 'Bearer', account_type: 'customer' } })

/** The shop's own admin, who confirms orders for the stories. */
export function admin(request: APIRequestContext): Promise<Account> {
  return logIn(request, { username: 'admin', email: 'admin@barq.example', password: 'lightning' })
}

/**
 * Stores a token before the page's first script, only once, so that a sign-out lasts. Firefox runs
 * such scripts on its blank page, too, which may store nothing.
 */
export async function keepSession(page: Page, token: string, accountType = 'customer') {
  await page.addInitScript(
    ([kept, type]) => {
      if (window.origin === 'null' || sessionStorage.getItem('story')) return
      sessionStorage.setItem('story', 'begun')
      localStorage.setItem('access_token', kept)
      localStorage.setItem('account_type', type)
    },
    [token, accountType] as const,
  )
}

/** Changes the setting only in these pages' documents, because other stories share the shop. */
export async function letVisitorsBrowse(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const { parse } = JSON
    JSON.parse = (text) => {
      const value = parse(text)
      if (value?.visitors) value.visitors = 'browse'
      return value
    }
  })
}

/** Sets language and theme before the page's first paint. */
export async function prefer(page: Page, { locale = 'en', theme = 'light' }) {
  await keep(page, { 'barq-locale': locale, 'barq-theme': theme })
}

/** Stores these values in the browser before the page's first script. */
export async function keep(page: Page, stored: Record<string, string>): Promise<void> {
  await page.addInitScript((entries) => {
    // Firefox runs such scripts on its blank page, too, which may store nothing.
    if (window.origin === 'null') return
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, stored)
}

/** The given number of products that are in stock. */
export async function products(request: APIRequestContext, count = 3): Promise<Product[]> {
  const reply = await request.get('/api/products?inStock=true&sort=sold&limit=24')
  const page: { products: Product[] } = await reply.json()
  return page.products.slice(0, count)
}

/** The ids of products in a category. */
export async function idsOf(
  request: APIRequestContext,
  category: Product['category'],
  count: number,
): Promise<number[]> {
  const reply = await request.get(`/api/products?category=${category}&sort=sold&limit=${count}`)
  const page: { products: Product[] } = await reply.json()
  return page.products.map(({ id }) => id)
}

/** One product that is in stock. */
export async function aProduct(request: APIRequestContext): Promise<Product> {
  const [product] = await products(request, 1)
  if (!product) throw new Error('The shop has nothing to sell.')
  return product
}

/** A customer with one unit of a product in the cart. */
export async function oneInCart(page: Page): Promise<{ account: Account; product: Product }> {
  const [account, product] = [await signIn(page), await aProduct(page.request)]
  await account.call('POST', '/api/user/cart', { cart: product.id })
  return { account, product }
}

/** Sends the form of the sign-in page. */
export async function fillSignIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Fills the form of the sign-up page. @returns the button that sends it. */
export async function fillSignUp(
  page: Page,
  { username, email, password }: Person,
  confirmation = password,
): Promise<Locator> {
  await page.goto('/sign-up')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password confirmation').fill(confirmation)
  return page.getByRole('button', { name: 'Register' })
}

/** The first button that adds a product to the cart: this product, or any. */
export function addButton(place: Page | Locator, product?: Pick<Product, 'name'>): Locator {
  const name = product ? `Add to cart: ${product.name}` : /^Add to cart/
  return place.getByRole('button', { name }).first()
}

/** The first stars of this product, or of any, which open the dialog to rate it. */
export function starsOf(page: Page, product?: Pick<Product, 'name'>): Locator {
  return page.getByRole('button', { name: `stars, rate ${product?.name ?? ''}` }).first()
}

/** The button that removes a line from the cart. */
export function removeButton(page: Page, { name }: Pick<Product, 'name'> = { name: '' }): Locator {
  return page.getByRole('main').getByRole('button', { name: `Remove: ${name}` })
}

/** The visible order button: beside the cart, or at the bottom edge. */
export function orderButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Order \(/ }).filter({ visible: true })
}

/** Opens the product that has exactly this English name. */
export async function openProduct(page: Page, name: string): Promise<void> {
  const reply = await page.request.get('/api/products', { params: { search: name } })
  const { products }: { products: Product[] } = await reply.json()
  const product = products.find((found) => found.name === name)
  if (!product) throw new Error(`The shop does not sell ${name}.`)
  await page.goto(`/product/${product.id}`)
}

/** The suggestions with exactly this name, since others may start with it. */
export function suggestionsNamed(page: Page, name: string): Locator {
  return page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) })
}

/**
 * Replaces the text of a field by typing. In Firefox, Playwright's `fill` does not reach a
 * controlled field.
 */
export async function type(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

/** A pending order of one unit. */
export async function anOrder(account: Account, product: Product): Promise<Order> {
  await account.call('POST', '/api/user/cart', { cart: product.id })
  const { data } = await account.call<{ data: Order[] }>('POST', '/api/user/order', {
    orders: [{ Product: product.id, quantity: 1 }],
  })
  const [order] = data
  if (!order) throw new Error('The order has no line.')
  return order
}

/** An account's orders, newest first. */
export async function ordersOf(account: Account): Promise<Order[]> {
  return (await account.call<{ data: Order[] }>('GET', '/api/user/order')).data
}

export type Move = 'confirm' | 'payment' | 'delivered' | 'cancel'

/** Brings an order into a state through the same calls that people make. */
export async function moveOrder(
  request: APIRequestContext,
  account: Account,
  order: Order,
  moves: readonly Move[],
): Promise<void> {
  for (const move of moves) {
    if (move === 'confirm') {
      await (await admin(request)).call('POST', `/api/admin/orders/${order.id}/confirm`)
    } else {
      await account.call('POST', `/api/user/order/${order.id}/${move}`, {})
    }
  }
}

/** Waits until the page has subscribed to events, or is no longer connected. */
export async function expectLive(page: Page, isLive = true): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-live', `${isLive}`)
}

/** The toast with this message. */
export function toast(page: Page, words: string | RegExp) {
  return page
    .getByRole('status', { name: /^(Messages|الرسائل)$/ })
    .getByText(words, { exact: true })
}
