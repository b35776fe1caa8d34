/** Unusual widths: important content stays within reach, and the width is used. */
import type { Page } from '@playwright/test'
import { brokenText } from './broken-text.ts'
import { furnish, open } from './screens.ts'
import { expect, signIn, test } from './story.ts'
import { Traffic } from './traffic.ts'

test('broken text is noticed', async ({ page }) => {
  await page.setContent(`<main>
    <article style="inline-size: 110px">
      <div style="padding: 10px">
        <h2 style="font: 16px serif; block-size: 20px; overflow: hidden">A phone of 512 GB</h2>
        <p style="inline-size: 40px; overflow-wrap: anywhere">$1,599.00</p>
        <button style="inline-size: 20px; white-space: nowrap">Add</button>
      </div>
      <p>Edge</p>
    </article>
  </main>`)
  expect(await brokenText(page)).toEqual([
    'the size at the end of "A phone of 512 GB" is cut off',
    '$1,599.00 wraps across lines',
    '"Edge" touches the edge of its card',
    '"Add" overflows its control',
  ])
})

/**
 * Signs in a customer with data.
 * @returns a function that opens one of the customer's screens by its name.
 */
async function furnished(page: Page) {
  const { screens } = await furnish(page)
  const traffic = new Traffic(page)
  return async (name: string) => {
    for (const screen of screens) if (screen.name === name) await open(page, traffic, screen)
  }
}

for (const [device, width, height] of [
  ['a phone @full', 390, 700],
  ['a small phone', 320, 568],
  ['a window at 200 % zoom @full', 720, 450],
] as const) {
  test(`price and button are within reach on ${device} @full`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const openScreen = await furnished(page)
    for (const [name, button] of [
      ['product', /^Add to cart:/],
      ['cart', /^Order \(/],
    ] as const) {
      await openScreen(name)
      const bar = page.getByRole('main').locator(':scope > * > :last-child')
      await expect(bar.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 })
      await expect(bar.getByText(/^\$/).last()).toBeInViewport({ ratio: 1 })
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const covered = await bar.evaluate(
        (element) =>
          element.getBoundingClientRect().bottom -
          (document.querySelector('footer')?.getBoundingClientRect().top ?? 0),
      )
      expect(covered, `the bar of the ${name} covers the footer`).toBeLessThanOrEqual(0)
    }
  })
}

test('no picture fills a window at 200 % zoom @full', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await (await furnished(page))('product')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  const gallery = page.getByRole('main').getByRole('group').first()
  const picture = await gallery.getByRole('img').first().boundingBox()
  expect(picture?.height).toBeLessThan(450 * 0.65)
})

test('a row of results fills the available width @full', async ({ page }) => {
  await signIn(page)
  await page.goto('/user/product/show')
  const cards = page.getByRole('main').getByRole('article')
  for (const width of [640, 768, 961, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(cards.first()).toBeVisible()
    const share = await cards.evaluateAll(([first, ...others]) => {
      const box = first?.getBoundingClientRect()
      const inRow = others.filter((card) => card.getBoundingClientRect().top === box?.top)
      const last = inRow.at(-1)?.getBoundingClientRect()
      let room = first?.parentElement
      while (room && getComputedStyle(room).display !== 'grid') room = room.parentElement
      return ((last?.right ?? 0) - (box?.left ?? 0)) / (room?.getBoundingClientRect().width ?? 0)
    })
    expect.soft(share, `${width} px`).toBeGreaterThan(0.93)
  }
})
