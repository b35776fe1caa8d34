import { aProduct, expect, FAILED_REQUESTS, signIn, test, toast } from './story.ts'

test('the stars open the dialog, and the choice is counted', async ({ page }) => {
  await signIn(page)
  const product = await aProduct(page.request)
  await page.goto(`/product/${product.id}`)
  await page
    .getByRole('button', { name: `stars, rate ${product.name}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Rate our product' })
  await expect(dialog.getByRole('radio')).toHaveCount(5)
  await dialog.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(toast(page, 'Rate added successfuly.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('a new average is shown at once @full', async ({ page }) => {
  await signIn(page)
  const product = await aProduct(page.request)
  const before = product.ratings
  await page.goto(`/product/${product.id}`)
  await page
    .getByRole('button', { name: `stars, rate ${product.name}` })
    .first()
    .click()
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  const reply = page.waitForResponse('**/api/user/rate')
  await page.getByRole('button', { name: 'Submit' }).click()
  const { data } = await (await reply).json()
  expect(data.ratings).toBeGreaterThan(before)
  await expect(
    page.getByRole('button', { name: `${data.rating.toFixed(2)} of 5 stars, rate` }).first(),
  ).toBeVisible()
})

test.describe('with nothing chosen', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('an error leaves the dialog open', async ({ page }) => {
    await signIn(page)
    const product = await aProduct(page.request)
    await page.goto(`/product/${product.id}`)
    await page
      .getByRole('button', { name: `stars, rate ${product.name}` })
      .first()
      .click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(toast(page, 'Rate added failed.')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
