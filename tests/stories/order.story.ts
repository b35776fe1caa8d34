import { anOrder, aProduct, expect, moveOrder, signIn, test, toast } from './story.ts'

test('an order from placing to delivery, with its steps and its button @phone-full @firefox', async ({
  page,
}) => {
  const account = await signIn(page)
  const product = await aProduct(page.request)
  const order = await anOrder(account, product)
  await page.goto(`/order-preview/${order.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.id}` })).toBeVisible()
  await expect(page.getByText(/^Created \d{4}-\d\d-\d\d \d\d:\d\d [AP]M$/)).toBeVisible()
  const facts = page.getByRole('region', { name: 'Product' })
  await expect(facts).toContainText(product.name)
  await expect(facts).toContainText('Delivery')
  await expect(facts).toContainText('Awaiting confirmation')

  const steps = page.getByRole('region', { name: 'Progress' }).getByRole('listitem')
  const done = /^Done/
  const notYet = /^\d?Not yet/
  await expect(steps).toHaveText([done, done, notYet, notYet])
  await expect(page.getByRole('button', { name: 'Go to payment' })).toBeDisabled()

  await moveOrder(page.request, account, order, ['confirm'])
  await expect(page.getByRole('link', { name: 'Go to payment' })).toHaveAttribute(
    'href',
    `/payment-method/${order.id}`,
  )
  await moveOrder(page.request, account, order, ['payment'])
  const complete = page.getByRole('button', { name: 'Complete the delivery process' })
  await expect(complete).toBeVisible()
  await expect(steps).toHaveText([done, done, done, done])
  await expect(page.getByText('Being prepared', { exact: true })).toBeVisible()
  await complete.click()
  await expect(toast(page, 'Delivery completed. Enjoy!')).toBeVisible()
  await expect(complete).toHaveCount(0)
  await expect(facts).toContainText('Delivered')
})

test('an order is canceled after a confirmation', async ({ page }) => {
  const account = await signIn(page)
  const order = await anOrder(account, await aProduct(page.request))
  await page.goto(`/order-preview/${order.id}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'Keep order' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(toast(page, 'Order canceled')).toBeVisible()
  await expect(page.getByText(/^Canceled on/)).toBeVisible()
  await expect(page.getByText('Canceled').first()).toBeVisible()
})
