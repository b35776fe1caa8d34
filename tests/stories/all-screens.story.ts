/**
 * Opens every screen and inspects all of it: at full volume in both languages, at both widths and in both themes; in
 * the sample every other one once, either in Arabic on a desktop or in English on a phone. The owner's screens share most
 * of their parts, so the sample has one in three. These stories take longest; the file name puts them among the first,
 * so that short stories fill the end of a run.
 */
import type { Page } from '@playwright/test'
import { IS_FULL, volume } from '#tests/kit/volume.ts'
import type { Theme } from './axe.ts'
import { type Findings, Inspector, NOTHING } from './inspector.ts'
import { furnish, furnishOffice, type Screen, VISITOR_SCREENS } from './screens.ts'
import { anOrder, aProduct, expect, logIn, prefer, signIn, test } from './story.ts'

const SAMPLE = [
  { locale: 'ar', width: 1280 },
  { locale: 'en', width: 320 },
]
const LOOKS = volume(SAMPLE, [
  ...SAMPLE,
  { locale: 'en', width: 1280 },
  { locale: 'ar', width: 320 },
])

interface Person {
  who: string
  screensOf(page: Page): Promise<Screen[]>
  /** In the sample, opens only one in every `oneOf` screens; by default, every other one. */
  oneOf?: number
  /** Known findings on this user's screens, tolerated for now. */
  allowed?: Partial<Record<keyof Findings, unknown>>
}

const PEOPLE: Person[] = [
  {
    who: 'the owner',
    screensOf: furnishOffice,
    oneOf: 3,
    allowed: { moved: expect.anything(), cutText: expect.anything() },
  },
  { who: 'a visitor', screensOf: async () => VISITOR_SCREENS },
  { who: 'a customer', screensOf: async (page) => (await furnish(page)).screens },
]

const THEMES: readonly Theme[] = ['light', 'dark']

/** More widths, to which an open page is resized. */
const FURTHER_WIDTHS = volume([], [390, 768, 1440, 1920, 2560])

test.describe.configure({ timeout: 900_000 })

for (const { who, screensOf, oneOf = 2, allowed } of PEOPLE) {
  const period = LOOKS.length * oneOf
  for (const [turn, { locale, width }] of LOOKS.entries()) {
    const browsers = turn === 0 ? ' @firefox' : ''
    test(`every screen of ${who} at ${width} px, ${locale}${browsers}`, async ({ page }) => {
      await page.setViewportSize({ width, height: width === 320 ? 640 : 800 })
      await prefer(page, { locale })
      const screens = await screensOf(page)
      const inspector = await Inspector.on(page)
      for (const [index, screen] of screens.entries()) {
        if (!IS_FULL && index % period !== turn) continue
        const round = Math.floor(index / period)
        const themes = volume([THEMES[round % 2] ?? 'light'], THEMES)
        await test.step(screen.name, async () => {
          await inspector.open(screen)
          const found = await inspector.look({ locale, themes, widths: FURTHER_WIDTHS })
          expect.soft(found, screen.name).toEqual({ ...NOTHING, ...allowed })
        })
      }
    })
  }
}

for (const locale of volume(['ar'], ['ar', 'en'])) {
  test.describe(`what opens, open, ${locale}`, () => {
    test('menus, suggestions and the drawer @full', async ({ page }) => {
      const { inspector, expectSound } = await inspected(page, locale)
      await signIn(page)
      await inspector.open({ name: 'contact', address: '/contact' })
      for (const menu of await page.getByRole('banner').locator('button[popovertarget]').all()) {
        await menu.click()
        await expect(menu).toHaveAttribute('aria-expanded', 'true')
        await expectSound(`menu ${await menu.getAttribute('aria-label')}`)
        await page.keyboard.press('Escape')
      }
      await page.getByRole('button', { name: /^(Search|بحث)$/ }).click()
      await page.getByRole('search').getByRole('combobox').last().fill('or')
      await page.getByRole('listbox').waitFor()
      await page.keyboard.press('ArrowDown')
      await expectSound('suggestions')

      await page.setViewportSize({ width: 390, height: 844 })
      await inspector.open({ name: 'contact', address: '/contact' })
      await page.getByRole('banner').getByRole('button').first().click()
      await page.getByRole('dialog').waitFor()
      await expectSound('drawer')
    })

    test('dialogs and errors @full', async ({ page }) => {
      const { inspector, expectSound } = await inspected(page, locale)
      const main = page.getByRole('main')
      const dialog = page.getByRole('dialog')
      await inspector.open({ name: 'sign-in', address: '/sign-in', visitor: true })
      await main.locator('button[type=submit]').click()
      await expectSound('sign-in with errors')

      const account = await signIn(page)
      const product = await aProduct(page.request)
      const order = await anOrder(account, product)
      await logIn(page.request, account)
      await inspector.open({ name: 'product', address: `/product/${product.id}` })
      await main.locator('button:has(> svg + span)').first().click()
      await dialog.waitFor()
      await expectSound('rating dialog')

      await inspector.open({ name: 'profile', address: '/profile' })
      await main.getByRole('button').first().click()
      await dialog.waitFor()
      await expectSound('avatar dialog')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^(Delete my account|احذف حسابي)$/ }).click()
      await dialog.waitFor()
      await dialog.locator('button[type=submit]').click()
      await expectSound('dialog that deletes the account')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^(Sign out all other|تسجيل الخروج من كل)/ }).click()
      await dialog.waitFor()
      await expectSound('dialog that signs out elsewhere')

      await inspector.open({ name: 'order', address: `/order-preview/${order.id}` })
      await main.getByRole('button', { name: /^(Cancel order|إلغاء الطلب)$/ }).click()
      await dialog.waitFor()
      await expectSound('cancel dialog')
    })
  })
}

async function inspected(page: Page, locale: string) {
  await prefer(page, { locale })
  const inspector = await Inspector.on(page)
  let looks = 0
  return {
    inspector,
    async expectSound(place: string) {
      const themes = volume([THEMES[looks++ % 2] ?? 'light'], THEMES)
      const { axe, untranslated } = await inspector.look({ locale, themes })
      expect.soft({ axe, untranslated }, place).toEqual({ axe: [], untranslated: [] })
    },
  }
}

test.describe('on a broken screen', () => {
  test.use({ expectedErrors: /Something broke/ })

  test('every kind of defect is found @full', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await prefer(page, { locale: 'ar' })
    const inspector = await Inspector.on(page)
    await inspector.open({ name: 'sign-in', address: '/sign-in', visitor: true })
    const look = { locale: 'ar', themes: THEMES }
    expect(await inspector.look(look)).toEqual(NOTHING)

    await page.evaluate(async () => {
      const main = document.querySelector('main')
      const add = (tag: string, text: string, style: Partial<CSSStyleDeclaration>) => {
        const element = document.createElement(tag)
        element.textContent = text
        Object.assign(element.style, style)
        main?.prepend(element)
      }
      add('div', 'برق', { inlineSize: '900px', blockSize: '300px' })
      add('button', 'كلمة طويلة', { inlineSize: '20px', whiteSpace: 'nowrap', overflow: 'hidden' })
      add('p', 'Sign in', {})
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(':root[data-theme="dark"] main * { color: #3a3a3a !important }')
      document.adoptedStyleSheets = [sheet]
      for (let calls = 0; calls < 2; calls++) await fetch('/api/config')
      console.error('Something broke')
    })
    const found = await inspector.look(look)
    for (const [kind, defects] of Object.entries(found)) {
      expect.soft(defects, kind).not.toEqual([])
    }
    expect(found.axe).toEqual([expect.stringMatching(/^dark: color-contrast/)])
  })
})
