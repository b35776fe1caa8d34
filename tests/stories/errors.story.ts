/** Section 8 of the specification: every situation with its message and style. */
import type { Page, Route } from '@playwright/test'
import {
  addButton,
  anOrder,
  aProduct,
  expect,
  FAILED_REQUESTS,
  fillSignIn,
  fillSignUp,
  oneInCart,
  orderButton,
  register,
  removeButton,
  signIn,
  somebody,
  starsOf,
  test,
} from './story.ts'

interface Situation {
  name: string
  play(page: Page): Promise<unknown>
  kind: 'success' | 'error' | 'info'
  words: string | string[]
  afterwards?(page: Page): Promise<void>
}

const refuse = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, json: body })
const broken = refuse(500, { error: 'internal', message: 'Something broke.' })
const unreachable = (route: Route) => route.abort()

const ORDERS = /\/api\/user\/order$/

const onlyPosts = (how: (route: Route) => Promise<void>) => (route: Route) =>
  route.request().method() === 'POST' ? how(route) : route.fallback()

const SITUATIONS: Situation[] = [
  {
    name: 'login failure @full',
    play: (page) => fillSignIn(page, { email: 'nobody@example.com', password: 'wrong password' }),
    kind: 'error',
    words: 'Bad credentials',
  },
  {
    name: 'login success @full',
    play: async (page) => fillSignIn(page, await register(page.request)),
    kind: 'success',
    words: 'Sign in successfuly.',
  },
  {
    name: 'sign-up success @full',
    play: signUp,
    kind: 'success',
    words: 'Sign up successfuly.',
  },
  {
    name: 'sign-up response with error flag @full',
    async play(page) {
      const data = { email: 'Sign-ups are closed.', username: ['Come back later.'] }
      await page.route('**/api/auth/register', refuse(200, { error: true, data }))
      await signUp(page)
    },
    kind: 'error',
    words: ['Sign-ups are closed.', 'Come back later.'],
  },
  {
    name: 'other sign-up failure, in success style @full',
    async play(page) {
      await page.route('**/api/auth/register', broken)
      await signUp(page)
    },
    kind: 'success',
    words: 'Sign up failed.',
  },
  {
    name: 'cart add success @full',
    play: addToCart,
    kind: 'success',
    words: 'Cart added successfuly.',
  },
  {
    name: 'cart add failure',
    async play(page) {
      await page.route(/\/api\/user\/cart$/, onlyPosts(broken))
      await addToCart(page)
    },
    kind: 'error',
    words: 'Cart added failed.',
  },
  {
    name: 'cart item deleted @full',
    async play(page) {
      await oneInCart(page)
      await page.goto('/carts')
      await removeButton(page).click()
    },
    kind: 'success',
    words: 'Cart deleted succefully.',
  },
  {
    name: 'rating success @full',
    play: (page) => rate(page, '3 stars'),
    kind: 'success',
    words: 'Rate added successfuly.',
  },
  {
    name: 'rating failure, with nothing chosen @full',
    play: (page) => rate(page),
    kind: 'error',
    words: 'Rate added failed.',
    async afterwards(page) {
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    name: 'adding to the cart without an account @full',
    async play(page) {
      await page.goto('/sign-in')
      await addButton(page).click()
    },
    kind: 'info',
    words: 'Please login to your account.',
  },
  {
    name: 'rating without an account @full',
    async play(page) {
      await page.goto('/sign-in')
      await starsOf(page).click()
      await page.getByRole('button', { name: 'Submit' }).click()
    },
    kind: 'info',
    words: 'Please login to your account.',
  },
  {
    name: 'logout failure @full',
    async play(page) {
      await page.route('**/api/auth/logout', broken)
      await enter(page, '/profile')
      await page.getByRole('link', { name: 'Logout' }).click()
    },
    kind: 'error',
    words: 'Bad credentials',
  },
  {
    name: 'order status 201 @full',
    play: order,
    kind: 'success',
    words: 'Order submitted successfully',
    afterwards: (page) => page.waitForURL('/orders'),
  },
  {
    name: 'order with another status in a success @full',
    play: (page) => order(page, refuse(200, { status: 202, message: '', data: [] })),
    kind: 'error',
    words: 'Something went wrong',
  },
  {
    name: 'order refused @full',
    play: (page) => order(page, broken),
    kind: 'error',
    words: 'Something went wrong',
  },
  {
    name: 'order exception @full',
    play: (page) => order(page, unreachable),
    kind: 'error',
    words: 'Error submitting order',
    afterwards: (page) =>
      expect(page.getByText('Check your orders before trying again')).toBeVisible(),
  },
  {
    name: 'empty cart @full',
    async play(page) {
      await enter(page, '/carts')
      await page.getByRole('button', { name: 'Order (0$)' }).click()
    },
    kind: 'info',
    words: 'No items in cart or missing access token',
    async afterwards(page) {
      await expect(page.getByText('Your cart is empty')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Summary' })).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Continue shopping' })).toBeVisible()
    },
  },
  {
    name: 'profile update success, wording as is @full',
    play: saveProfile,
    kind: 'success',
    words: 'Sign in successfuly.',
  },
  {
    name: 'profile update failure @full',
    async play(page) {
      const body = { error: 'invalid', message: 'This city is not known.', errors: {} }
      await page.route('**/api/auth/user/update', refuse(422, body))
      await saveProfile(page)
    },
    kind: 'error',
    words: 'This city is not known.',
  },
]

const LOGGED_ONLY = [
  { name: 'home', path: /\/api\/$/, address: '/' },
  { name: 'products', path: /\/api\/products\?/, address: '/product-by-categroy/Phones' },
  { name: 'search', path: /\/api\/products\?/, address: '/user/product/show' },
  { name: 'one product', path: /\/api\/products\/\d+$/, address: '/product/1' },
  { name: 'cart', path: /\/api\/user\/cart$/, address: '/carts' },
  { name: 'orders', path: /\/api\/user\/order$/, address: '/orders' },
  { name: 'one order', path: /\/api\/user\/order\/\d+$/, address: '/order-preview/1' },
  { name: 'payment', path: /\/api\/user\/order\/\d+$/, address: '/payment-method/1' },
  { name: 'profile', path: /\/api\/auth\/user$/, address: '/profile' },
]

test.use({ expectedErrors: FAILED_REQUESTS })

for (const situation of SITUATIONS) {
  test(situation.name, async ({ page }) => {
    await situation.play(page)
    for (const words of [situation.words].flat()) {
      const shown = page
        .getByRole('status', { name: 'Messages' })
        .locator('[data-type]')
        .filter({ hasText: words })
      await expect(shown.getByText(words, { exact: true })).toBeVisible()
      await expect(shown).toHaveAttribute('data-type', situation.kind)
    }
    await situation.afterwards?.(page)
  })
}

test.describe('a part of the page that does not load', () => {
  // Browsers print different errors here, depending on their version.
  test.use({ expectedErrors: /./ })

  test('leaves the rest usable, and loads later', async ({ page }) => {
    await signIn(page)
    await page.route('**/assets/DeferredShell-*', unreachable)
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/assets/DeferredShell-'),
    )
    // Does not wait for the load: on a slow machine, the page may have given up on this part by then.
    await page.goto('/contact', { waitUntil: 'commit' })
    await failed
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await page.unroute('**/assets/DeferredShell-*')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

  test('has its style, too, once it loads @full', async ({ page }) => {
    await signIn(page)
    await page.goto('/contact')
    await expect(page.getByRole('contentinfo')).toBeVisible()
    let failed = 0
    await page.route('**/assets/SearchBar-*.css', (route) =>
      failed++ < 2 ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Search' }).click()
    const field = page.getByRole('combobox', { name: 'Search' })
    await expect.poll(() => failed).toBe(3)
    await expect(field).toHaveCSS('border-top-style', 'solid')
  })
})

for (const { name, path, address } of LOGGED_ONLY) {
  const tags = name === 'products' ? '' : ' @full'
  test(`${name} does not load: logged only, with a retry${tags}`, async ({ page }) => {
    const logged = page.waitForEvent('console', (message) =>
      /ApiError|Something broke/.test(message.text()),
    )
    let fixed = false
    // Keeps the socket closed: a new connection refetches everything, which would fix the page before the click.
    await page.routeWebSocket(/\/app\//, () => {})
    await page.route(path, (route) => (fixed ? route.fallback() : broken(route)))
    // The page retries on its own only once the server answers here, so that only the click can fix it.
    await page.route('**/healthz', unreachable)
    await enter(page, address)
    await logged
    const main = page.getByRole('main')
    await expect(main.getByText("Couldn't load this content")).toBeVisible()
    if (address !== '/') await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    fixed = true
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByText("Couldn't load this content")).toHaveCount(0)
    await expect(page.getByRole('status', { name: 'Messages' })).toHaveText('')
  })
}

test('sign-up 422: the first message of each field under it, and no toast @full', async ({
  page,
}) => {
  const errors = {
    username: ['Too short.', 'Too plain.'],
    email: ['Already taken.'],
    password: ['Too easy.'],
  }
  await page.route('**/api/auth/register', refuse(422, { error: 'invalid', message: '', errors }))
  await signUp(page)
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Too short.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Already taken.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Too easy\.$/,
  )
  await expect(page.getByRole('status', { name: 'Messages' })).toHaveText('')
})

test('the messages of a refused sign-up appear 300 ms apart, for three seconds, and stay while the pointer or the focus is in them', async ({
  page,
}) => {
  const data = { one: 'First.', two: 'Second.', three: 'Third.' }
  const messages = page.locator('[data-type]')
  await page.clock.install()
  await page.route('**/api/auth/register', async (route) => {
    await page.clock.pauseAt(Date.now() + 1_000)
    await refuse(200, { error: true, data })(route)
  })
  await signUp(page)
  // The first toast appears a few milliseconds after the failure.
  await expect
    .poll(async () => {
      await page.clock.runFor(1)
      return messages.count()
    })
    .toBe(1)

  for (const [shown, message] of ['Second.', 'Third.'].entries()) {
    await page.clock.runFor(270)
    await expect(messages).toHaveCount(shown + 1)
    await page.clock.runFor(30)
    await expect(messages).toHaveCount(shown + 2)
    await expect(page.getByText(message)).toBeVisible()
  }

  // 3450 ms after the first toast appeared, only the third, which appeared 600 ms later, has time left.
  await page.clock.runFor(2850)
  await expect(messages).toHaveCount(1)
  const shown = page.getByText('Third.')
  await shown.hover()
  await page.clock.runFor(3500)
  await expect(shown).toBeVisible()
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await dismiss.focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(3500)
  await expect(shown).toBeVisible()
  await shown.hover()
  await dismiss.blur()
  await page.clock.runFor(3500)
  await expect(shown).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(3500)
  await expect(shown).toHaveCount(0)
})

async function enter(page: Page, address: string): Promise<void> {
  const account = await signIn(page)
  if (!/(preview|method)\/1$/.test(address)) return void (await page.goto(address))
  // The shop numbers the orders of all customers, so order 1 would be another customer's, and its page would get a 404.
  const { id } = await anOrder(account, await aProduct(page.request))
  await page.goto(address.replace(/1$/, String(id)))
}

async function signUp(page: Page): Promise<void> {
  await (await fillSignUp(page, somebody())).click()
}

async function addToCart(page: Page): Promise<void> {
  const product = await aProduct(page.request)
  await enter(page, `/product/${product.id}`)
  await addButton(page, product).click()
}

/** @param how handles the order's request instead of the shop */
async function order(page: Page, how?: (route: Route) => Promise<void>): Promise<void> {
  if (how) await page.route(ORDERS, onlyPosts(how))
  await oneInCart(page)
  await page.goto('/carts')
  await orderButton(page).click()
}

async function rate(page: Page, stars?: string): Promise<void> {
  const product = await aProduct(page.request)
  await enter(page, `/product/${product.id}`)
  await starsOf(page, product).click()
  if (stars) await page.getByRole('radio', { name: stars }).check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
}

async function saveProfile(page: Page): Promise<void> {
  await enter(page, '/profile')
  await page.getByLabel('City').fill('Muscat')
  await page.getByRole('button', { name: 'Update information' }).click()
}
