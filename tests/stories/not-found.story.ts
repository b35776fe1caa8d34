import { expect, FAILED_REQUESTS, signIn, test } from './story.ts'

test('an unknown address shows Page not found, also without a session', async ({ page }) => {
  for (const address of ['/email/anything', '/no/such/%ff']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeAttached()
  }
  await page.getByRole('link', { name: 'Go to home page' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
})

test.describe('things that are not there', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('a category, a product and an order @full', async ({ page }) => {
    await signIn(page)
    await page.goto('/product-by-categroy/Cars')
    await expect(page.getByText('Page not found').last()).toBeVisible()
    await page.goto('/product/999999')
    await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeAttached()
    await expect(page).toHaveTitle(/^Product not found/)
    for (const address of [
      '/order-preview/999999',
      '/payment-method/999999',
      '/payment-method/abc',
    ]) {
      await page.goto(address)
      await expect(page.getByText('Order not found')).toBeVisible()
    }
  })
})

test.describe('without a connection', () => {
  // Every part that fails to load logs an error.
  test.use({ expectedErrors: /./ })

  test('a screen that did not load loads with the next navigation @full', async ({
    page,
    context,
  }) => {
    await signIn(page)
    await page.goto('/profile')
    await expect(page.getByLabel('Email')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Contact' }).first().click()
    await expect(page.getByText(/back online/)).toBeVisible()

    await context.setOffline(false)

    await expect(page.getByRole('heading', { level: 1, name: /Contact/ })).toBeAttached()
  })
})
