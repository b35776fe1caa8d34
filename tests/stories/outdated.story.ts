/** A browser that cannot display the shop shows a note that needs only the document. */
import { expect, test } from './story.ts'

const note = /This browser is too old for Barq/

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a page that only script shows says so in both languages', async ({ page }) => {
    await page.goto('/carts')
    await expect(page.getByText('Barq needs JavaScript to work.')).toBeVisible()
    await expect(page.getByText(/يحتاج برق/)).toBeVisible()
  })
})

for (const [name, feature] of [
  ['light-dark()', /light-dark\(red, ?red\)/g],
  ['popovers', /selector\(:popover-open\)/g],
] as const) {
  test(`only a browser without ${name} shows the note, in both languages @full`, async ({
    page,
  }) => {
    await page.goto('/sign-in')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(note)).toBeHidden()
    await expect(page.getByText(/needs JavaScript/)).toBeHidden()
    await page.route(/\.css$/, async (route) => {
      const response = await route.fetch()
      const css = await response.text()
      await route.fulfill({ response, body: css.replace(feature, 'selector(:no-such-thing)') })
    })
    await page.goto('/sign-in')
    await expect(page.getByText(note)).toBeVisible()
    await expect(page.getByText(/هذا المتصفح قديم/)).toBeVisible()
    // Keeps the page open until the style sheets have loaded, for which the note does not wait.
    await page.unrouteAll({ behavior: 'wait' })
  })
}
