import { aProduct, expect, signIn, starsOf, test, toast } from './story.ts'

test('the stars open the dialog, and the new average is shown at once', async ({ page }) => {
  await signIn(page)
  const product = await aProduct(page.request)
  await page.goto(`/product/${product.id}`)
  await starsOf(page, product).click()
  const dialog = page.getByRole('dialog', { name: 'Rate our product' })
  await expect(dialog.getByRole('radio')).toHaveCount(5)
  await dialog.getByRole('radio', { name: '5 stars' }).check({ force: true })
  const reply = page.waitForResponse('**/api/user/rate')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(toast(page, 'Rate added successfuly.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const { data } = await (await reply).json()
  expect(data.ratings).toBeGreaterThan(product.ratings)
  await expect(
    page
      .getByRole('button', {
        name: `${(data.group_rating ?? data).rating.toFixed(2)} of 5 stars, rate`,
      })
      .first(),
  ).toBeVisible()
})
