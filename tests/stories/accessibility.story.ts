import { addButton, expect, oneInCart, signIn, test } from './story.ts'

test('toasts, the badge and a new route are announced', async ({ page }) => {
  await oneInCart(page)
  await page.goto('/product-by-categroy/Phones')
  const messages = page.getByRole('status', { name: 'Messages' })
  const announcer = page.getByRole('status', { name: 'News' })
  // Screen readers announce only what is added to a status region that already exists.
  await expect(messages).toBeAttached()
  await expect(announcer).toBeAttached()
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Shopping bag, 1 new' }),
  ).toBeVisible()
  await addButton(page.getByRole('main')).click()
  await expect(messages).toContainText('Cart added successfuly.')
  await expect(announcer).toContainText('Shopping bag, 2 new')

  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(announcer).toContainText('Contact · Barq')
})

test('with forced colors, which paint no backgrounds, buttons and states stay visible @full', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page)
  await page.goto('/product-by-categroy/Phones')
  await expect(addButton(page.getByRole('main'))).toHaveCSS('border-top-style', 'solid')
  const inStock = page.getByRole('switch')
  const off = await inStock.evaluate((input) => getComputedStyle(input).backgroundColor)
  await inStock.check()
  await expect(inStock).not.toHaveCSS('background-color', off)
  await page.goto('/orders')
  await expect(page.getByRole('tab', { selected: true })).toHaveCSS('outline-style', 'solid')
})
