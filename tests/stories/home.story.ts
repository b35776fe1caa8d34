import type { Product } from '#contract/catalog.ts'
import { volume } from '#tests/kit/volume.ts'
import { expect, signIn, test } from './story.ts'

test('every part of the home page is there, in order, and a card is 300 by 400 @firefox', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/')
  const parts = [
    ...['Highlights', 'Top Products', 'Welcome to Barq', 'Latest', 'Shop by brand'],
    ...['Best Offers: Phones', 'Best Offers: Accessories', 'Best Offers: Electronics', 'Partners'],
  ]
  for (const name of parts) {
    await expect(page.getByRole('region', { name, exact: true })).toBeAttached()
  }
  const brands = page.getByRole('region', { name: 'Shop by brand' })
  await expect(brands.getByRole('link')).toHaveCount(3)
  await expect(
    page.getByRole('region', { name: 'Partners' }).getByRole('img').first(),
  ).toBeAttached()
  await expect(page.getByRole('contentinfo')).toContainText('Privacy Policy')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible()

  const card = page.getByRole('region', { name: 'Top Products' }).getByRole('article').first()
  await expect(card).toBeVisible()
  const box = await card.boundingBox()
  expect(Math.round(box?.width ?? 0)).toBe(300)
  expect(Math.round(box?.height ?? 0)).toBe(400)
})

test('the category bar scrolls to the matching section', async ({ page }) => {
  await signIn(page)
  await page.goto('/')
  const offers = page.getByRole('region', { name: 'Best Offers: Electronics' })
  await expect(offers.getByRole('article').first()).toBeAttached()
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Categories' })
  await bar.getByRole('link', { name: 'Electronics' }).click()
  await expect(offers.getByRole('heading', { name: 'Best Offers: Electronics' })).toBeInViewport()
  await bar.getByRole('link', { name: 'Home' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goto('/contact')
  await expect(bar).toHaveCount(0)
})

test('the category bar opens a category that has no section', async ({ page }) => {
  await signIn(page)
  await page.route(/\/api\/$/, async (route) => {
    const response = await route.fetch()
    const { products, ...rest }: { products: Product[] } = await response.json()
    const left = products.filter(({ category }) => category !== 'Electronics')
    await route.fulfill({ response, json: { ...rest, products: left } })
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Partners' })).toBeAttached()
  await expect(page.getByRole('region', { name: /: Electronics$/ })).toHaveCount(0)
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Categories' })
  await bar.getByRole('link', { name: 'Electronics' }).click()
  await expect(page.getByRole('heading', { name: 'Category: Electronics' })).toBeVisible()
})

test('the carousel works by keyboard and never advances on its own', async ({ page }) => {
  await signIn(page)
  await page.goto('/')
  const carousel = page.getByRole('region', { name: 'Highlights' })
  await expect(carousel).toHaveAttribute('aria-roledescription', 'carousel')
  const next = carousel.getByRole('button', { name: 'Next' })
  await expect(carousel.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await next.press('Enter')
  await expect(carousel.getByRole('button', { name: 'Go to slide 2' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  const last = carousel.getByRole('button', { name: /^Go to slide/ }).last()
  await last.press('Space')
  await expect(last).toHaveAttribute('aria-current', 'true')
  await expect(next).toBeDisabled()
})

test('a shop without slides, partners and products is empty, not broken @full', async ({
  page,
}) => {
  await signIn(page)
  await page.route('**/api/shop-window', (route) =>
    route.fulfill({ json: { slides: [], partners: [] } }),
  )
  await page.route(/\/api\/$/, (route) =>
    route.fulfill({ json: { products: [], categories: [], carts: [] } }),
  )
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Shop by brand' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Highlights' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Partners' })).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByText('Nothing for sale yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Top Products|Latest|Best Offers/ })).toHaveCount(
    0,
  )
})

test('data that boot.js requested for a screen that did not show it is requested again later @full', async ({
  page,
}) => {
  await signIn(page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/shop-window')) asked++
  })
  // Delays the code of the slides until the answer that they would show has expired.
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/window-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.clock.install()
  const window = page.waitForResponse('**/api/shop-window')
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await (await window).finished()
  expect(asked).toBe(1)

  await page.clock.fastForward(10_000)
  held.resolve()
  await page.getByRole('banner').getByRole('link', { name: /^Barq/ }).click()

  await expect(page.getByRole('region', { name: 'Partners' })).toBeAttached()
  await expect.poll(() => asked).toBe(2)
})

const WIDTHS = volume([700, 901], [320, 390, 480, 600, 700, 900, 901, 960, 1023, 1280, 1600])

for (const who of volume(['a visitor'], ['a customer', 'a visitor'])) {
  test(`the carousel of ${who} is as tall before its slides are there @full`, async ({ page }) => {
    if (who === 'a customer') await signIn(page)
    let held = Promise.withResolvers<void>()
    await page.route('**/api/shop-window', async (route) => {
      await held.promise
      await route.continue()
    })
    const toCome = page.locator('[class*=_toCome_]')
    const carousel = page.getByRole('region', { name: 'Highlights' })
    for (const width of WIDTHS) {
      held = Promise.withResolvers<void>()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      await expect(toCome).toBeVisible()
      const before = await toCome.boundingBox()
      held.resolve()
      await expect(carousel).toBeVisible()
      const after = await carousel.boundingBox()
      expect(Math.round(after?.height ?? 0), `${width} px`).toBe(Math.round(before?.height ?? 0))
    }
  })
}
