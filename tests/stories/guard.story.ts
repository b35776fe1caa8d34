import type { Route } from '@playwright/test'
import { volume } from '#tests/kit/volume.ts'
import {
  addButton,
  aProduct,
  expect,
  expectLive,
  FAILED_REQUESTS,
  keepSession,
  letVisitorsBrowse,
  oneInCart,
  register,
  removeButton,
  signIn,
  starsOf,
  test,
  toast,
  type,
} from './story.ts'

/** The sample has one address for each guard in `web/app/routes.tsx`: the first three. */
const GUARDED = [
  '/',
  '/carts',
  '/orders',
  '/profile',
  '/order-preview/1',
  '/contact',
  '/product-by-categroy/Phones',
  '/payment-method/1',
  '/product/show/All',
  '/user/product/show',
  '/product/1',
].slice(0, volume(3, Number.POSITIVE_INFINITY))

test('without a token guarded addresses lead to sign-in', async ({ page }) => {
  for (const address of GUARDED) {
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page, address).toHaveURL(/\/sign-in$/)
  }
})

test('a shop that lets visitors browse asks for a sign-in before they act, and leads back', async ({
  page,
}) => {
  await letVisitorsBrowse(page)
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/sign-in$/)
  const person = await register(page.request)
  const { id } = await aProduct(page.request)
  for (const address of ['/', '/user/product/show', `/product/${id}?from=a-link`]) {
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
    await expect(page).toHaveURL(address)
  }
  await starsOf(page).click()
  await page.getByRole('radio', { name: /5/ }).check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please login to your account. Sign in')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`/product/${id}?from=a-link`)
})

test.describe('a token removed from storage while a page is open', () => {
  // The real-time client may still try to use the token.
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('sends the next navigation to sign-in', async ({ page }) => {
    await signIn(page)
    await page.goto('/contact')
    const phones = page.getByRole('contentinfo').getByRole('link', { name: 'Phones' })
    await phones.waitFor()
    await page.evaluate(() => localStorage.removeItem('access_token'))
    await phones.click()
    await expect(page).toHaveURL(/\/sign-in$/)
  })

  test('makes every action ask for a sign-in @full', async ({ page }) => {
    const { account, product } = await oneInCart(page)
    await page.goto('/carts')
    await page.getByRole('button', { name: /^Order/ }).waitFor()
    await page.evaluate(() => localStorage.removeItem('access_token'))

    await removeButton(page).click()
    await expect(page.getByText('Please login to your account.')).toBeVisible()
    await page.getByRole('button', { name: /^Order/ }).click()
    await expect(page.getByText('No items in cart or missing access token')).toBeVisible()
    await expect(page).toHaveURL(/\/carts$/)
    await page.getByRole('link', { name: 'My orders' }).click()
    await expect(page).toHaveURL(/\/sign-in$/)
    expect(await account.call('GET', '/api/user/cart')).toMatchObject({
      Carts: [{ id: product.id }],
    })
  })

  test('makes adding and rating ask for a sign-in, and a search leads to it @full', async ({
    page,
  }) => {
    const account = await signIn(page)
    const product = await aProduct(page.request)
    await page.goto(`/product/${product.id}`)
    const add = addButton(page, product)
    await add.waitFor()
    await page.evaluate(() => localStorage.removeItem('access_token'))

    await add.click()
    await expect(toast(page, 'Please login to your account.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: /rate/i }).first().click()
    await page.getByRole('radio', { name: /5/ }).check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(toast(page, 'Please login to your account.')).toHaveCount(2)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await type(page.getByRole('combobox', { name: 'Search products' }), 'phone')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/sign-in$/)
    expect(await account.call('GET', '/api/user/cart')).toMatchObject({ Carts: [] })
  })
})

test.describe('a dead token', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('is cleared and leads to sign-in', async ({ page }) => {
    await keepSession(page, 'a token that nobody has')
    await page.goto('/orders')
    await expect(page).toHaveURL(/\/sign-in$/)
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('account_type'))).toBeNull()
  })

  test('so does a 200 that carries an error @full', async ({ page }) => {
    await signIn(page)
    await page.route('**/api/auth/user', (route) => route.fulfill({ json: { error: 'gone' } }))
    await page.goto('/contact')
    await expect(page).toHaveURL(/\/sign-in$/)
  })

  const busy = { status: 503, json: { error: 'unavailable', message: 'busy' } }
  for (const [what, how] of [
    ['fails', (route: Route) => route.abort()],
    ['meets a busy server', (route: Route) => route.fulfill(busy)],
  ] as const) {
    test(`a fetch that ${what} is only logged, and the navigation goes on @full`, async ({
      page,
    }) => {
      await signIn(page)
      await page.route('**/api/auth/user', how)
      await page.goto('/contact')
      await expect(page.getByRole('heading', { name: 'Contact', exact: true })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull()
    })
  }
})

test('a cold load requests the signed-in user once @full', async ({ page }) => {
  await signIn(page)
  for (const path of ['/', '/carts', '/orders', '/product-by-categroy/Phones']) {
    const asked: string[] = []
    const listen = (request: { url(): string }) => void asked.push(new URL(request.url()).pathname)
    page.on('request', listen)
    await page.goto(path)
    await expectLive(page)
    page.off('request', listen)
    expect(
      asked.filter((one) => one === '/api/auth/user'),
      path,
    ).toHaveLength(1)
  }
})
