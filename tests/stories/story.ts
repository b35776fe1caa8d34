/**
 * Shared by all stories: a page that fails the story on unexpected console errors, and accounts. Tags in titles:
 * `@phone` runs a story on a phone too, `@firefox` in Firefox. `npm test` leaves out stories with `@full`, and the
 * phone runs of stories with `@phone-full`; `npm run test:all -- stories` runs them all.
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

/** `expectedErrors` matches console errors that a story causes on purpose. */
interface Options {
  expectedErrors: RegExp | null
}

export const test = base.extend<Options & { office: Page }>({
  expectedErrors: [null, { option: true }],
  page: ({ page, expectedErrors }, use) => watched(page, expectedErrors, use),
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

/** @returns an array to which the page's console errors are added, including violations of the security policy */
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
 * Matches errors that are logged when a page is left, because that closes its socket: Firefox reports a socket that is
 * still connecting, and pusher-js may try to send on a closed socket.
 */
const LEFT_TOO_SOON =
  /^WebSocket is already in CLOSING or CLOSED state|^Firefox can.t establish a connection to the server at ws|^The connection to ws\S+ was interrupted while the page was loading/

/** Matches what the browser and the page log when requests fail. Firefox logs an error without its message. */
export const FAILED_REQUESTS = /Failed to load resource|ApiError|NetworkError|^Error \(/

export interface Person {
  username: string
  email: string
  password: string
}

let people = 0

/** A person whose name and email no other story uses. */
export function somebody(): Person {
  const name = `shopper-${process.pid}-${Date.now()}-${people++}`
  return { username: name, email: `${name}@example.com`, password: 'a long password' }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** An account signed in through the API, to prepare a story. */
export interface Account extends Person {
  token: string
  call<Reply>(method: Method, path: string, data?: unknown): Promise<Reply>
}

/** Creates an account through the API, and signs the page in. */
export async function signIn(page: Page, person = somebody()): Promise<Account> {
  const account = await anAccount(page.request, person)
  await keepSession(page, account.token)
  return account
}

export async function anAccount(request: APIRequestContext, person = somebody()): Promise<Account> {
  return logIn(request, await register(request, person))
}

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
      // The server may close a connection that was idle for eight seconds just when it is used again.
      const reply = await request.fetch(path, { method, headers, ...body, maxRetries: 1 })
      expect(reply.ok(), `${method} ${path} answers ${reply.status()}`).toBe(true)
      return reply.json()
    },
  }
}

/** @returns a handler for `page.route` that responds to a sign-in with this token */
export const answerToken = (token: string) => (route: Route) =>
  route.fulfill({ json: { access_token: token, token_type: 'Bearer', account_type: 'customer' } })

/** The demo's owner, who does what a story needs staff for, such as confirming orders. */
export function admin(request: APIRequestContext): Promise<Account> {
  return logIn(request, { username: 'admin', email: 'admin@barq.example', password: 'lightning' })
}

/**
 * Stores the token before the page's first script runs, and only once, so that a sign-out lasts. Firefox also runs such
 * scripts in its blank page, where they cannot store anything.
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

/** Lets visitors browse, but only in the documents of this browser context: other stories use the same shop. */
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

export async function prefer(page: Page, { locale = 'en', theme = 'light' }) {
  await keep(page, { 'barq-locale': locale, 'barq-theme': theme })
}

export async function keep(page: Page, stored: Record<string, string>): Promise<void> {
  await page.addInitScript((entries) => {
    // Firefox also runs such scripts in its blank page, where they cannot store anything.
    if (window.origin === 'null') return
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, stored)
}

/** The best-selling products in stock. */
export async function products(request: APIRequestContext, count = 3): Promise<Product[]> {
  const reply = await request.get('/api/products?inStock=true&sort=sold&limit=24')
  const page: { products: Product[] } = await reply.json()
  return page.products.slice(0, count)
}

/** The ids of the best-selling products in a category. */
export async function idsOf(
  request: APIRequestContext,
  category: Product['category'],
  count: number,
): Promise<number[]> {
  const reply = await request.get(`/api/products?category=${category}&sort=sold&limit=${count}`)
  const page: { products: Product[] } = await reply.json()
  return page.products.map(({ id }) => id)
}

export async function aProduct(request: APIRequestContext): Promise<Product> {
  const [product] = await products(request, 1)
  if (!product) throw new Error('The shop has nothing to sell.')
  return product
}

/** Signs in a new customer with one unit of a product in the cart. */
export async function oneInCart(page: Page): Promise<{ account: Account; product: Product }> {
  const [account, product] = [await signIn(page), await aProduct(page.request)]
  await account.call('POST', '/api/user/cart', { cart: product.id })
  return { account, product }
}

export async function fillSignIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** @returns the button that sends the form */
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

/** The first add-to-cart button for the product, or for any product if none is given. */
export function addButton(place: Page | Locator, product?: Pick<Product, 'name'>): Locator {
  const name = product ? `Add to cart: ${product.name}` : /^Add to cart/
  return place.getByRole('button', { name }).first()
}

/** The first button that opens the rating dialog of the product, or of any product if none is given. */
export function starsOf(page: Page, product?: Pick<Product, 'name'>): Locator {
  return page.getByRole('button', { name: `stars, rate ${product?.name ?? ''}` }).first()
}

export function removeButton(page: Page, { name }: Pick<Product, 'name'> = { name: '' }): Locator {
  return page.getByRole('main').getByRole('button', { name: `Remove: ${name}` })
}

/** The visible one of the two order buttons, beside the cart and at the bottom edge. */
export function orderButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Order \(/ }).filter({ visible: true })
}

export async function openProduct(page: Page, name: string): Promise<void> {
  const reply = await page.request.get('/api/products', { params: { search: name } })
  const { products }: { products: Product[] } = await reply.json()
  const product = products.find((found) => found.name === name)
  if (!product) throw new Error(`The shop does not sell ${name}.`)
  await page.goto(`/product/${product.id}`)
}

/** The suggestions with exactly this name: other names may start with it. */
export function suggestionsNamed(page: Page, name: string): Locator {
  return page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) })
}

/** Replaces the text of a field by typing: in Firefox, Playwright's `fill` does not reach controlled fields. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

export async function anOrder(account: Account, product: Product): Promise<Order> {
  await account.call('POST', '/api/user/cart', { cart: product.id })
  const { data } = await account.call<{ data: Order[] }>('POST', '/api/user/order', {
    orders: [{ Product: product.id, quantity: 1 }],
  })
  const [order] = data
  if (!order) throw new Error('No order was placed.')
  return order
}

/** The account's orders, newest first. */
export async function ordersOf(account: Account): Promise<Order[]> {
  return (await account.call<{ data: Order[] }>('GET', '/api/user/order')).data
}

export type Move = 'confirm' | 'payment' | 'delivered' | 'cancel'

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

/** Waits until the page has subscribed to events or, if `isLive` is false, has lost its connection. */
export async function expectLive(page: Page, isLive = true): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-live', `${isLive}`)
}

export function toast(page: Page, words: string | RegExp) {
  return page
    .getByRole('status', { name: /^(Messages|الرسائل)$/ })
    .getByText(words, { exact: true })
}
