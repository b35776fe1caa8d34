import type { Product } from '#contract/catalog.ts'
import { volume } from '#tests/kit/volume.ts'
import { expect, signIn, test } from './story.ts'

test('the parts of the home page are there, in order, with a carousel and a category bar @firefox', async ({
  page,
}) => {
  await signIn(page)
  await page.route(/\/api\/$/, async (route) => {
    const response = await route.fetch()
    const { products, ...rest }: { products: Product[] } = await response.json()
    const left = products.filter(({ category }) => category !== 'Electronics')
    await route.fulfill({ response, json: { ...rest, products: left } })
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Partners' })).toBeAttached()
  const parts = await page
    .getByRole('main')
    .getByRole('region')
    .evaluateAll((regions) =>
      regions.map((region) => {
        const title = document.getElementById(region.getAttribute('aria-labelledby') ?? '')
        return region.ariaLabel ?? title?.textContent
      }),
    )
  expect(parts).toEqual([
    'Highlights',
    'Top Products',
    'Welcome to Barq',
    'Latest',
    'Shop by brand',
    'Best Offers: Phones',
    'Best Offers: Accessories',
    'Partners',
  ])
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

  const carousel = page.getByRole('region', { name: 'Highlights' })
  await expect(carousel).toHaveAttribute('aria-roledescription', 'carousel')
  const next = carousel.getByRole('button', { name: 'Next' })
  await expect(carousel.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await next.press('Enter')
  await expect(carousel.getByRole('button', { name: 'Go to slide 2' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  const dots = carousel.getByRole('button', { name: /^Go to slide/ })
  const last = dots.last()
  await last.press('Space')
  await expect(last).toHaveAttribute('aria-current', 'true')
  await expect(next).toBeDisabled()
  const previous = carousel.getByRole('button', { name: 'Previous' })
  for (let slide = await dots.count(); slide > 1; slide -= 1) {
    await expect(dots.nth(slide - 1)).toHaveAttribute('aria-current', 'true')
    await previous.press('Enter')
  }
  await expect(previous).toBeDisabled()
  await expect(previous).toBeFocused()

  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Categories' })
  await bar.getByRole('link', { name: 'Accessories' }).click()
  const offers = page.getByRole('heading', { name: 'Best Offers: Accessories' })
  await expect(offers).toBeInViewport()
  await bar.getByRole('link', { name: 'Home' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  // A category without products has no section to scroll to, so the bar opens its page.
  await bar.getByRole('link', { name: 'Electronics' }).click()
  await expect(page.getByRole('heading', { name: 'Category: Electronics' })).toBeVisible()
  await expect(bar).toHaveCount(0)
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
  // Delays the slides' code until the response that they would show has expired.
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

test('a link at the end of the page opens the next page at its top at once @full', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Phones' })
  await link.scrollIntoViewIfNeeded()
  // An observer is called before the browser paints what has changed.
  const position = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new MutationObserver(() => {
          const isNew = document.querySelector('h1')?.textContent?.startsWith('Category')
          if (isNew) resolve(window.scrollY)
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
  await link.click()
  expect(await position).toBe(0)
})
