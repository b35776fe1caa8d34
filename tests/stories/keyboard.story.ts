import type { Locator, Page } from '@playwright/test'
import { addButton, aProduct, expect, register, signIn, suggestionsNamed, test } from './story.ts'

test('buying with the keyboard alone, from sign-in to the order', async ({ page }) => {
  const person = await register(page.request)
  const product = await aProduct(page.request)
  await page.goto('/sign-in')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await reach(page, page.getByLabel('Email'))
  await page.keyboard.type(person.email)
  await reach(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('/')

  await reach(page, page.getByRole('button', { name: 'Search', exact: true }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Search products' })).toBeFocused()
  // Inserts the name as a whole, because suggestions for the first letters would come and go during typing.
  await page.keyboard.insertText(product.name)
  await expect(suggestionsNamed(page, product.name)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(suggestionsNamed(page, product.name)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()

  await reach(page, addButton(page, product))
  await page.keyboard.press('Space')
  await expect(page.getByText('Cart added successfuly.')).toBeVisible()

  await reach(page, page.getByRole('button', { name: /^Shopping bag/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await reach(page, page.getByRole('banner').getByRole('link', { name: 'View all' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/carts$/)
  await reach(page, page.getByRole('button', { name: /^Increase quantity/ }))
  await page.keyboard.press('Enter')
  await reach(page, page.getByRole('button', { name: /^Order \(/ }))
  await page.keyboard.press('Enter')
  await page.waitForURL('/orders')
  await reach(page, page.getByRole('link', { name: /^View orders details/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order-preview\/\d+$/)
})

test('the whole focus ring of each stop on the home page can be seen', async ({ page }) => {
  await signIn(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Favourite:/ }).first()).toBeVisible()
  const names: (string | null)[] = []
  while (names.length < 40 && !names.at(-1)?.startsWith('Favourite:')) {
    await page.keyboard.press('Tab')
    const [name, isWhole] = await page.evaluate(() => {
      const stop = document.activeElement ?? document.body
      const { outlineWidth, outlineOffset } = getComputedStyle(stop)
      const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      const isInside = (frame: DOMRect) => {
        const ring = stop.getBoundingClientRect()
        const isAcross = ring.left - reach >= frame.left && ring.right + reach <= frame.right
        return isAcross && ring.top - reach >= frame.top && ring.bottom + reach <= frame.bottom
      }
      const frames = [new DOMRect(0, 0, innerWidth, innerHeight)]
      for (let part = stop.parentElement; part; part = part.parentElement) {
        const isClipping = getComputedStyle(part).overflow !== 'visible'
        if (isClipping) frames.push(part.getBoundingClientRect())
      }
      return [stop.getAttribute('aria-label') ?? stop.textContent, frames.every(isInside)] as const
    })
    expect(isWhole, `the ring of ${name}`).toBe(true)
    names.push(name)
  }
  expect(names).toEqual(expect.arrayContaining(['Contact', 'Home']))
  expect(names.at(-1)).toMatch(/^Favourite:/)
})

/** Tabs until the target has the focus, and expects a focus ring on it. */
async function reach(page: Page, target: Locator, key = 'Tab') {
  await expect(target).toBeVisible()
  // Finds the element only once, because looking for a role and a name at every stop would take most of the time.
  const sought = await target.elementHandle()
  for (let stop = 0; stop < 120; stop += 1) {
    const ring = await page.evaluate(
      (element) => element === document.activeElement && getComputedStyle(element).outlineStyle,
      sought,
    )
    if (ring) return expect(ring, 'focus can be seen').not.toBe('none')
    await page.keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${target}`)
}
