import { expect, FAILED_REQUESTS, signIn, test } from './story.ts'

test('an address that is none says so, also to those who are not signed in', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(
    page.getByRole('heading', { name: 'There is nothing at this address' }),
  ).toBeAttached()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
})

test.describe('things that are not there', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('a category, a product and an order', async ({ page }) => {
    await signIn(page)
    await page.goto('/product-by-categroy/Cars')
    await expect(page.getByText('There is nothing at this address').last()).toBeVisible()
    await page.goto('/product/999999')
    await expect(page.getByText('This product is not here')).toBeVisible()
    await page.goto('/order-preview/999999')
    await expect(page.getByText('This order is not here')).toBeVisible()
  })
})
