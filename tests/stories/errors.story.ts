/** Section 8 of the specification: every situation, its message and its style. */
import type { Page, Route } from '@playwright/test'
import {
  type Account,
  anOrder,
  aProduct,
  expect,
  FAILED_REQUESTS,
  register,
  signIn,
  somebody,
  test,
} from './story.ts'

interface Stage {
  page: Page
  /** Signs a new customer in and opens an address. */
  enter(address: string): Promise<Account>
  /** Answers a call instead of the shop. */
  answer(path: string | RegExp, how: (route: Route) => Promise<void>): Promise<void>
}

interface Situation {
  name: string
  play(stage: Stage): Promise<void>
  kind: 'success' | 'error' | 'info'
  words: string | string[]
  /** Expectations after the situation, besides the toast. */
  afterwards?(stage: Stage): Promise<void>
}

const refuse = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, json: body })
const broken = refuse(500, { error: 'internal', message: 'Something broke.' })
const unreachable = (route: Route) => route.abort()

const SITUATIONS: Situation[] = [
  {
    name: 'login failure',
    async play({ page }) {
      await fillSignIn(page, { email: 'nobody@example.com', password: 'wrong password' })
    },
    kind: 'error',
    words: 'Bad credentials',
  },
  {
    name: 'login success @full',
    async play({ page }) {
      const person = somebody()
      await register(page.request, person)
      await fillSignIn(page, person)
    },
    kind: 'success',
    words: 'Sign in successfuly.',
  },
  {
    name: 'sign-up success @full',
    play: ({ page }) => fillSignUp(page, somebody()),
    kind: 'success',
    words: 'Sign up successfuly.',
  },
  {
    name: 'sign-up response with error flag',
    async play({ page, answer }) {
      const data = { email: 'Sign-ups are closed.', username: ['Come back later.'] }
      await answer('**/api/auth/register', refuse(200, { error: true, data }))
      await fillSignUp(page, somebody())
    },
    kind: 'error',
    words: ['Sign-ups are closed.', 'Come back later.'],
  },
  {
    name: 'other sign-up failure, in success style',
    async play({ page, answer }) {
      await answer('**/api/auth/register', broken)
      await fillSignUp(page, somebody())
    },
    kind: 'success',
    words: 'Sign up failed.',
  },
  {
    name: 'cart add success @full',
    play: ({ enter, page }) => addToCart(enter, page),
    kind: 'success',
    words: 'Cart added successfuly.',
  },
  {
    name: 'cart add failure',
    async play({ answer, enter, page }) {
      await answer(/\/api\/user\/cart$/, (route) =>
        route.request().method() === 'POST' ? broken(route) : route.fallback(),
      )
      await addToCart(enter, page)
    },
    kind: 'error',
    words: 'Cart added failed.',
  },
  {
    name: 'cart item deleted @full',
    async play({ enter, page }) {
      await enterWithCart(enter, page)
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Remove/ })
        .click()
    },
    kind: 'success',
    words: 'Cart deleted succefully.',
  },
  {
    name: 'rating success @full',
    play: ({ enter, page }) => rate(enter, page, true),
    kind: 'success',
    words: 'Rate added successfuly.',
  },
  {
    name: 'rating failure',
    play: ({ enter, page }) => rate(enter, page, false),
    kind: 'error',
    words: 'Rate added failed.',
  },
  {
    name: 'adding to the cart without an account',
    async play({ page }) {
      await page.goto('/sign-in')
      await page
        .getByRole('button', { name: /^Add to cart/ })
        .first()
        .click()
    },
    kind: 'info',
    words: 'Please login to your account.',
  },
  {
    name: 'rating without an account',
    async play({ page }) {
      await page.goto('/sign-in')
      await page
        .getByRole('button', { name: /stars, rate/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Submit' }).click()
    },
    kind: 'info',
    words: 'Please login to your account.',
  },
  {
    name: 'logout failure',
    async play({ answer, enter, page }) {
      await answer('**/api/auth/logout', broken)
      await enter('/profile')
      await page.getByRole('link', { name: 'Logout' }).click()
    },
    kind: 'error',
    words: 'Bad credentials',
  },
  {
    name: 'order status 201 @full',
    async play({ enter, page }) {
      await enterWithCart(enter, page)
      await page.getByRole('button', { name: /^Order \(/ }).click()
    },
    kind: 'success',
    words: 'Order submitted successfully',
    afterwards: ({ page }) => page.waitForURL('/orders'),
  },
  {
    name: 'order with another status in a success',
    async play({ answer, enter, page }) {
      await answer(/\/api\/user\/order$/, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 200, json: { status: 202, message: '', data: [] } })
          : route.fallback(),
      )
      await enterWithCart(enter, page)
      await page.getByRole('button', { name: /^Order \(/ }).click()
    },
    kind: 'error',
    words: 'Something went wrong',
  },
  {
    name: 'order refused',
    async play({ answer, enter, page }) {
      await answer(/\/api\/user\/order$/, broken)
      await enterWithCart(enter, page)
      await page.getByRole('button', { name: /^Order \(/ }).click()
    },
    kind: 'error',
    words: 'Something went wrong',
  },
  {
    name: 'order exception',
    async play({ answer, enter, page }) {
      await answer(/\/api\/user\/order$/, unreachable)
      await enterWithCart(enter, page)
      await page.getByRole('button', { name: /^Order \(/ }).click()
    },
    kind: 'error',
    words: 'Error submitting order',
    afterwards: ({ page }) =>
      expect(page.getByText('Check your orders before trying again')).toBeVisible(),
  },
  {
    name: 'empty cart',
    async play({ enter, page }) {
      await enter('/carts')
      await page.getByRole('button', { name: 'Order (0$)' }).click()
    },
    kind: 'info',
    words: 'No items in cart or missing access token',
  },
  {
    name: 'profile update success, wording as is @full',
    play: ({ enter, page }) => saveProfile(enter, page),
    kind: 'success',
    words: 'Sign in successfuly.',
  },
  {
    name: 'profile update failure',
    async play({ answer, enter, page }) {
      await answer(
        '**/api/auth/user/update',
        refuse(422, { error: 'invalid', message: 'This city is not known.', errors: {} }),
      )
      await saveProfile(enter, page)
    },
    kind: 'error',
    words: 'This city is not known.',
  },
]

/** Failed loads that are only logged: the call, the screen, and what is shown instead. */
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
    const stage = stageOn(page)
    await situation.play(stage)
    for (const words of [situation.words].flat()) {
      const shown = page
        .getByRole('status', { name: 'Messages' })
        .locator('[data-type]')
        .filter({ hasText: words })
      await expect(shown.getByText(words, { exact: true })).toBeVisible()
      await expect(shown).toHaveAttribute('data-type', situation.kind)
    }
    await situation.afterwards?.(stage)
  })
}

test.describe('a part of the page that does not load', () => {
  // What a browser prints then differs between its versions.
  test.use({ expectedErrors: /./ })

  test('leaves the rest usable, and loads later', async ({ page }) => {
    await signIn(page)
    await page.route('**/assets/DeferredShell-*', unreachable)
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/assets/DeferredShell-'),
    )
    // A slow machine might have given the part up by the end of the load.
    await page.goto('/contact', { waitUntil: 'commit' })
    await failed
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await page.unroute('**/assets/DeferredShell-*')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })
})

for (const { name, path, address } of LOGGED_ONLY) {
  const tags = name === 'products' ? '' : ' @full'
  test(`${name} does not load: logged only, with a retry${tags}`, async ({ page }) => {
    const { answer, enter } = stageOn(page)
    const logged = page.waitForEvent('console', (message) =>
      /ApiError|Something broke/.test(message.text()),
    )
    let fixed = false
    // A new socket connection refetches everything, which would fix it before the click.
    await page.routeWebSocket(/\/app\//, () => {})
    await answer(path, (route) => (fixed ? route.fallback() : broken(route)))
    await enter(address)
    await logged
    const main = page.getByRole('main')
    await expect(main.getByText("Couldn't load this page")).toBeVisible()
    await expect(page.getByRole('status', { name: 'Messages' })).toHaveText('')
    fixed = true
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByText("Couldn't load this page")).toHaveCount(0)
  })
}

test('sign-up 422: the first message of each field under it, and no toast', async ({ page }) => {
  const { answer } = stageOn(page)
  const errors = {
    username: ['Too short.', 'Too plain.'],
    email: ['Already taken.'],
    password: ['Too easy.'],
  }
  await answer('**/api/auth/register', refuse(422, { error: 'invalid', message: '', errors }))
  await fillSignUp(page, somebody())
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Too short.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Already taken.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Too easy\.$/,
  )
  await expect(page.getByRole('status', { name: 'Messages' })).toHaveText('')
})

test('the messages of a refused sign-up appear 300 ms apart', async ({ page }) => {
  const { answer } = stageOn(page)
  const data = { one: 'First.', two: 'Second.', three: 'Third.' }
  const messages = page.locator('[data-type]')
  await page.clock.install()
  await answer('**/api/auth/register', async (route) => {
    await page.clock.pauseAt(Date.now() + 1_000)
    await refuse(200, { error: true, data })(route)
  })
  await fillSignUp(page, somebody())
  // A few milliseconds until the first is rendered.
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
})

test('an order whose response was lost is the same order at the next try @full', async ({
  page,
}) => {
  const { answer, enter } = stageOn(page)
  const keys: (string | undefined)[] = []
  await answer(/\/api\/user\/order$/, (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return broken(route)
  })
  await enterWithCart(enter, page)
  await page.waitForLoadState('networkidle')
  const button = page.getByRole('button', { name: /^Order \([^0]/ })
  const reloaded = page.waitForRequest(/\/api\/user\/cart$/)
  await button.click()
  await reloaded
  await button.click()
  await expect.poll(() => keys.length).toBe(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('a picture that does not upload is only logged @full', async ({ page }) => {
  const { answer, enter } = stageOn(page)
  await answer('**/api/auth/upload_images', broken)
  await enter('/profile')
  await page.getByRole('button', { name: 'Change picture' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Picture').setInputFiles('docs/screenshots/home.webp')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(dialog.getByRole('button', { name: 'Upload' })).not.toHaveAttribute('aria-busy')
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('status', { name: 'Messages' })).toHaveText('')
})

test('a toast disappears after three seconds, and stays while the pointer is on it', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/sign-in')
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await google.waitFor()
  await page.waitForLoadState('networkidle')
  // A slow machine may need longer to point at the toast than it lasts.
  await page.clock.pauseAt(Date.now() + 60_000)
  await google.click()
  const shown = page.getByText("Google sign-in isn't available in this shop.")
  await shown.hover()
  await page.clock.runFor(3500)
  await expect(shown).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(3500)
  await expect(shown).toHaveCount(0)
})

function stageOn(page: Page): Stage {
  return {
    page,
    async enter(address) {
      const account = await signIn(page)
      if (/\/1$/.test(address) && !address.startsWith('/product')) {
        // Ids are shared by the whole shop: another customer's id would be a 404.
        const order = await anOrder(account, await aProduct(page.request))
        await page.goto(address.replace(/1$/, String(order.id)))
      } else await page.goto(address)
      return account
    },
    async answer(path, how) {
      await page.route(path, how)
    },
  }
}

async function fillSignIn(page: Page, person: { email: string; password: string }) {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function fillSignUp(page: Page, person: ReturnType<typeof somebody>) {
  await page.goto('/sign-up')
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Password confirmation').fill(person.password)
  await page.getByRole('button', { name: 'Register' }).click()
}

async function addToCart(enter: Stage['enter'], page: Page) {
  const product = await aProduct(page.request)
  await enter(`/product/${product.id}`)
  await page
    .getByRole('button', { name: `Add to cart: ${product.name}` })
    .first()
    .click()
}

async function enterWithCart(enter: Stage['enter'], page: Page) {
  const account = await enter('/contact')
  const product = await aProduct(page.request)
  await account.call('POST', '/api/user/cart', { cart: product.id })
  await page.goto('/carts')
}

async function rate(enter: Stage['enter'], page: Page, choose: boolean) {
  const product = await aProduct(page.request)
  await enter(`/product/${product.id}`)
  await page
    .getByRole('button', { name: `stars, rate ${product.name}` })
    .first()
    .click()
  if (choose) await page.getByRole('radio', { name: '3 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
}

async function saveProfile(enter: Stage['enter'], page: Page) {
  await enter('/profile')
  await page.getByLabel('City').fill('Muscat')
  await page.getByRole('button', { name: 'Update information' }).click()
}
