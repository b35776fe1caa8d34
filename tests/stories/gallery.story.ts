import type { CDPSession, Locator, Page } from '@playwright/test'
import { volume } from '#tests/kit/volume.ts'
import { createProduct } from './admin-owner.ts'
import { examine } from './axe.ts'
import { recordShifts } from './layout-shifts.ts'
import { admin, expect, openProduct, prefer, signIn, test } from './story.ts'
import { tooWide } from './too-wide.ts'

/** The name of a demo product with three pictures. */
const SEVERAL = 'Orvane E5 64 GB'
/** The name of a demo product with a single picture. */
const ONE = 'Orvane One Pro 5G 256 GB'

test('arrow keys turn the pictures, and the thumbnails follow @firefox @full', async ({ page }) => {
  const gallery = await openGallery(page)
  await expect(gallery.getByText('1 of 3')).toBeVisible()

  await zoomButton(gallery).focus()
  await page.keyboard.press('ArrowRight')
  await expectShown(gallery, 2)
  await expect(zoomButton(gallery)).toBeFocused()
  await expect(zoomButton(gallery)).toHaveAccessibleName(/from behind/)
  await page.keyboard.press('ArrowLeft')
  await expectShown(gallery, 1)
  await page.keyboard.press('ArrowLeft')
  await expectShown(gallery, 1)
  await thumbnail(gallery, 3).click()
  await expectShown(gallery, 3)
})

for (const locale of ['en', 'ar']) {
  test(`the row of many thumbnails follows the picture, ${locale} @phone @full`, async ({
    page,
  }) => {
    await prefer(page, { locale })
    await page.route('**/api/products/*', async (route) => {
      const reply = await route.fetch()
      const body: { pictures?: { url: string }[] } = await reply.json()
      const [first] = body.pictures ?? []
      const copy = (_: unknown, index: number) => ({ ...first, url: `${first?.url}?${index}` })
      await route.fulfill({
        response: reply,
        json: { ...body, pictures: Array.from(Array(12), copy) },
      })
    })
    const gallery = await openGallery(page)
    await zoomButton(gallery).focus()
    await gallery.getByRole('list').scrollIntoViewIfNeeded()
    for (const number of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
      await page.keyboard.press(locale === 'ar' ? 'ArrowLeft' : 'ArrowRight')
      await expectShown(gallery, number, 12)
      await expect(thumbnail(gallery, number)).toBeInViewport({ ratio: 0.99 })
    }
    expect(await tooWide(page)).toEqual([])
  })
}

test('arrows and a trackpad turn the picture, which stays in a window of another size @full', async ({
  page,
}) => {
  const gallery = await openGallery(page)
  const [previous, next] = arrows(gallery)
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
  await next.click()
  await next.click()
  await expectShown(gallery, 3)
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await next.click({ force: true })
  await expectShown(gallery, 3)
  // At the last picture, the button is only `aria-disabled` and keeps the focus, so the arrow keys still work.
  await page.keyboard.press('ArrowLeft')
  await expectShown(gallery, 2)
  await zoomButton(gallery).hover()
  await page.mouse.wheel(500, 0)
  await expectShown(gallery, 3)
  for (const width of [390, 844, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectShown(gallery, 3)
  }
})

test('in Arabic the pictures run from right to left @full', async ({ page }) => {
  await prefer(page, { locale: 'ar' })
  const gallery = await openGallery(page)
  await gallery.getByRole('button', { name: 'التالي' }).click()
  await expectShown(gallery, 2)
  await page.keyboard.press('ArrowRight')
  await expectShown(gallery, 1)
  const [previous, next] = arrows(gallery)
  const [right, left] = [await previous.boundingBox(), await next.boundingBox()]
  expect(right?.x).toBeGreaterThan(left?.x ?? 0)
})

for (const locale of volume(['ar'], ['ar', 'en'])) {
  test(`a finger swipes, ${locale} @phone @full`, async ({ page, isMobile }) => {
    test.skip(!isMobile, 'a computer has no fingers')
    await prefer(page, { locale })
    const gallery = await openGallery(page)
    for (const arrow of arrows(gallery)) await expect(arrow).toBeHidden()
    const forwards = locale === 'ar' ? 1 : -1
    await swipe(page, zoomButton(gallery), forwards)
    await expectShown(gallery, 2)
    await swipe(page, zoomButton(gallery), forwards)
    await expectShown(gallery, 3)
    await swipe(page, zoomButton(gallery), -forwards)
    await expectShown(gallery, 2)
    expect(await tooWide(page)).toEqual([])
  })
}

test('without motion the next picture is there at once @full', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const gallery = await openGallery(page)
  const moved = await arrows(gallery)[1].evaluate((next: HTMLElement) => {
    next.click()
    return document.querySelector('[data-slide]')?.getBoundingClientRect().x
  })
  expect(moved).toBeLessThan(0)
})

test('only the first picture is fetched at once @full', async ({ page }) => {
  const gallery = await openGallery(page)
  const loading = (pictures: Locator) =>
    pictures.evaluateAll((images) => images.map((image) => image.getAttribute('loading')))
  expect(await loading(gallery.locator('[data-slide] img'))).toEqual(['eager', 'lazy', 'lazy'])
  expect(await loading(gallery.locator('li img'))).toEqual(['lazy', 'lazy', 'lazy'])
})

test('nothing moves while pictures arrive and turn @phone @full', async ({ page }) => {
  await recordShifts(page)
  await page.route('**/media/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 250))
    await route.continue()
  })
  const gallery = await openGallery(page)
  for (const number of [2, 3, 1]) {
    await thumbnail(gallery, number).click()
    await expectShown(gallery, number)
    await page.waitForTimeout(600)
  }
  const ofGallery = await page.evaluate(() => window.shifts)
  expect(ofGallery).toEqual([])
})

test('the full screen zooms, turns, closes and gives the focus back @phone-full @full', async ({
  page,
}) => {
  const gallery = await openGallery(page)
  const opener = zoomButton(gallery)
  await opener.press('Enter')
  const viewer = page.getByRole('dialog', { name: SEVERAL })
  await expect(viewer.getByText('1 of 3')).toBeVisible()
  const window = page.viewportSize()
  expect(await viewer.boundingBox()).toMatchObject({ x: 0, y: 0, ...window })

  const whole = await widthOf(viewer)
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => widthOf(viewer)).toBeCloseTo(whole * 1.5, 0)
  await page.keyboard.press('+')
  await expect.poll(() => widthOf(viewer)).toBeCloseTo(whole * 2.25, 0)
  const before = await placeOf(viewer)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await placeOf(viewer)).x).toBeLessThan(before.x)
  await expect(viewer.getByText('1 of 3')).toBeVisible()
  await viewer.getByRole('button', { name: 'Zoom out' }).click()
  await page.keyboard.press('-')
  await expect.poll(() => widthOf(viewer)).toBeCloseTo(whole, 0)

  await page.keyboard.press('ArrowRight')
  await viewer.getByRole('button', { name: 'Next' }).click()
  await expect(viewer.getByText('3 of 3')).toBeVisible()
  await expect(viewer.getByRole('img')).toHaveAccessibleName(/graphite/)
  expect(await tooWide(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(opener).toBeFocused()
  await expectShown(gallery, 3)
})

test('a mouse zooms at a place by wheel and click, and drags @full', async ({ page }) => {
  const gallery = await openGallery(page)
  await zoomButton(gallery).click()
  const viewer = page.getByRole('dialog', { name: SEVERAL })
  await expect(viewer.getByRole('img')).toBeVisible()
  const whole = await widthOf(viewer)

  await page.mouse.move(500, 300)
  await page.mouse.wheel(0, -400)
  await expect.poll(() => widthOf(viewer)).toBeGreaterThan(whole * 2)
  const before = await placeOf(viewer)
  await page.mouse.down()
  await page.mouse.move(540, 330, { steps: 4 })
  await page.mouse.up()
  await expect
    .poll(() => placeOf(viewer))
    .toEqual({ x: expect.closeTo(before.x + 40, 0), y: expect.closeTo(before.y + 30, 0) })

  await page.mouse.click(500, 300)
  await expect.poll(() => widthOf(viewer)).toBeCloseTo(whole, 0)
  await page.waitForTimeout(400)
  await page.mouse.dblclick(500, 300)
  await expect.poll(() => widthOf(viewer)).toBeCloseTo(whole * 2.5, 0)
  // The click did not take the focus out of the dialog, so the keys still work.
  await page.keyboard.press('-')
  await expect.poll(() => widthOf(viewer)).toBeLessThan(whole * 2)
  await viewer.getByRole('button', { name: 'Close' }).click()
  await expect(zoomButton(gallery)).toBeFocused()
})

test('two fingers zoom, one pans or swipes @phone @full', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'a computer has no fingers')
  const gallery = await openGallery(page)
  await zoomButton(gallery).tap()
  const viewer = page.getByRole('dialog', { name: SEVERAL })
  await expect(viewer.getByRole('img')).toBeVisible()
  const whole = await widthOf(viewer)
  const fingers = await page.context().newCDPSession(page)
  const y = 400

  await drag(fingers, [[at(240, y)], [at(180, y)], [at(100, y)]])
  await expect(viewer.getByText('2 of 3')).toBeVisible()
  await drag(fingers, [
    [at(180, y), at(220, y)],
    [at(160, y), at(240, y)],
    [at(140, y), at(260, y)],
  ])
  await expect.poll(() => widthOf(viewer)).toBeCloseTo(whole * 3, -1)
  const before = await placeOf(viewer)
  await drag(fingers, [[at(200, y)], [at(170, y)], [at(140, y)]])
  await expect.poll(async () => (await placeOf(viewer)).x).toBeCloseTo(before.x - 60, 0)
  await expect(viewer.getByText('2 of 3')).toBeVisible()

  for (let taps = 0; taps < 2; taps++) await drag(fingers, [[at(200, y)]])
  await expect.poll(() => widthOf(viewer)).toBeCloseTo(whole, 0)
  for (let taps = 0; taps < 2; taps++) await drag(fingers, [[at(200, y)]])
  await expect.poll(() => widthOf(viewer)).toBeCloseTo(whole * 2.5, 0)
})

test('axe finds nothing in the gallery and on its full screen @full', async ({ page }) => {
  const gallery = await openGallery(page)
  await examine(page, 'gallery')
  await zoomButton(gallery).press('Enter')
  await expect(page.getByRole('dialog', { name: SEVERAL })).toBeVisible()
  await examine(page, 'full screen')
})

test('one picture has no controls but its full screen, none has nothing @full', async ({
  page,
}) => {
  const owner = await admin(page.request)
  const bare = await createProduct(owner, { name: `Bare ${Date.now()}` })
  const gallery = await openGallery(page, ONE)
  await expect(zoomButton(gallery)).toBeVisible()
  await expect(gallery.getByRole('button')).toHaveCount(2)
  await zoomButton(gallery).press('Enter')
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByRole('button', { name: 'Zoom in' })).toBeFocused()
  await expect(viewer.getByRole('button', { name: 'Next' })).toHaveCount(0)

  const empty = await openGallery(page, bare.name)
  await expect(empty.getByRole('button')).toHaveCount(1)
  await expect(empty.getByRole('button')).toHaveAccessibleName(/^Favourite/)
})

async function openGallery(page: Page, name = SEVERAL): Promise<Locator> {
  await signIn(page)
  await openProduct(page, name)
  const gallery = page.getByRole('main').getByRole('group').first()
  await expect(gallery).toBeVisible()
  return gallery
}

function zoomButton(gallery: Locator): Locator {
  return gallery.getByRole('button', { name: /^(Zoom|تكبير): / })
}

function thumbnail(gallery: Locator, number: number): Locator {
  return gallery
    .getByRole('listitem')
    .getByRole('button')
    .nth(number - 1)
}

function arrows(gallery: Locator): [Locator, Locator] {
  const named = (name: RegExp) => gallery.getByRole('button', { name, includeHidden: true })
  return [named(/^(Previous|السابق)$/), named(/^(Next|التالي)$/)]
}

async function expectShown(gallery: Locator, number: number, count = 3): Promise<void> {
  await expect(gallery.getByText(new RegExp(`^${number} (of|من) ${count}$`))).toBeVisible()
  await expect(gallery.locator('[aria-current]')).toHaveCount(1)
  await expect(thumbnail(gallery, number)).toHaveAttribute('aria-current', 'true')
  const slide = gallery.locator('[data-slide]').nth(number - 1)
  // Ignores the vertical position: the page may have scrolled to reach a thumbnail.
  const left = async (part: Locator) => (await part.boundingBox())?.x ?? Number.NaN
  await expect
    .poll(async () => Math.abs((await left(slide)) - (await left(gallery))))
    .toBeLessThan(2)
}

/** @param direction -1 to the left, 1 to the right */
async function swipe(page: Page, element: Locator, direction: number): Promise<void> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element to swipe on is not shown.')
  const [start, y] = [box.x + box.width * (0.5 - direction * 0.35), box.y + box.height / 2]
  const places = Array.from({ length: 15 }, (_, step) => [
    at(start + (direction * box.width * 0.7 * step) / 14, y),
  ])
  await drag(await page.context().newCDPSession(page), places)
}

interface Place {
  x: number
  y: number
}

const at = (x: number, y: number): Place => ({ x, y })

async function drag(session: CDPSession, places: Place[][]): Promise<void> {
  for (const [index, touchPoints] of places.entries()) {
    const type = index === 0 ? 'touchStart' : 'touchMove'
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function widthOf(viewer: Locator): Promise<number> {
  return (await viewer.getByRole('img').boundingBox())?.width ?? 0
}

async function placeOf(viewer: Locator): Promise<Place> {
  const { x = 0, y = 0 } = (await viewer.getByRole('img').boundingBox()) ?? {}
  return { x, y }
}
