/** axe-core on every screen, in both languages, with menus and dialogs open. */
import { examine } from './axe.ts'
import { furnish, open, VISITOR_SCREENS } from './screens.ts'
import { expect, prefer, test } from './story.ts'

test.describe.configure({ timeout: 90_000 })

for (const locale of ['en', 'ar']) {
  test.describe(locale, () => {
    test('every screen of a visitor', async ({ page }) => {
      await prefer(page, { locale })
      for (const screen of VISITOR_SCREENS) {
        await open(page, screen)
        await examine(page, screen.name)
      }
      await open(page, { name: 'sign-in', address: '/sign-in' })
      await page.getByRole('main').locator('button[type=submit]').click()
      await examine(page, 'sign-in with errors')
    })

    test('every screen of a customer', async ({ page }) => {
      await prefer(page, { locale })
      const { screens } = await furnish(page)
      for (const screen of screens) {
        await open(page, screen)
        await examine(page, screen.name)
      }
    })

    test('what opens, open', async ({ page }) => {
      await prefer(page, { locale })
      const { screens } = await furnish(page)
      const [home] = screens
      const product = screens.find(({ name }) => name === 'product')
      const order = screens.find(({ name }) => name === 'order')
      if (!home || !product || !order) throw new Error('A screen is missing.')
      await open(page, home)
      const menus = page.getByRole('banner').locator('button[popovertarget]')
      for (const menu of await menus.all()) {
        await menu.click()
        await expect(menu).toHaveAttribute('aria-expanded', 'true')
        await examine(page, `menu ${await menu.getAttribute('aria-label')}`)
        await page.keyboard.press('Escape')
      }
      await page.getByRole('button', { name: /^(Search|بحث)$/ }).click()
      await page.getByRole('search').getByRole('combobox').last().fill('or')
      await page.getByRole('listbox').waitFor()
      await page.keyboard.press('ArrowDown')
      await examine(page, 'suggestions')

      await open(page, product)
      await page.getByRole('main').locator('button:has(span > svg)').first().click()
      await page.getByRole('dialog').waitFor()
      await examine(page, 'rating dialog')
      await page.keyboard.press('Escape')

      await open(page, { name: 'profile', address: '/profile' })
      await page.getByRole('main').getByRole('button').first().click()
      await page.getByRole('dialog').waitFor()
      await examine(page, 'avatar dialog')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^(Delete my account|احذف حسابي)$/ }).click()
      await page.getByRole('dialog').waitFor()
      await page.getByRole('dialog').locator('button[type=submit]').click()
      await examine(page, 'dialog that deletes the account')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^(Sign out all other|تسجيل الخروج من كل)/ }).click()
      await page.getByRole('dialog').waitFor()
      await examine(page, 'dialog that signs out elsewhere')

      await open(page, order)
      await page.getByRole('main').getByRole('button').last().click()
      await page.getByRole('dialog').waitFor()
      await examine(page, 'cancel dialog')

      await page.setViewportSize({ width: 390, height: 844 })
      await open(page, home)
      await page.getByRole('banner').getByRole('button').first().click()
      await page.getByRole('dialog').waitFor()
      await examine(page, 'drawer')
    })
  })
}

test('toasts, the badge and a new route are announced', async ({ page }) => {
  await furnish(page)
  await page.goto('/product-by-categroy/Phones')
  const messages = page.getByRole('status', { name: 'Messages' })
  await expect(messages).toBeAttached()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await expect(messages).toContainText('Cart added successfuly.')
  const announcer = page.getByRole('status', { name: 'News' })
  await expect(announcer).toContainText('Shopping bag, 3 new')

  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(announcer).toContainText('Contact · Barq')
})

test('text that is hard to read only in the dark theme is found', async ({ page }) => {
  test.fail()
  await open(page, { name: 'sign-in', address: '/sign-in' })
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':root[data-theme="dark"] main * { color: #3a3a3a !important }')
    document.adoptedStyleSheets = [sheet]
  })
  await examine(page, 'sign-in')
})
