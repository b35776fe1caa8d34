import { anOrder, aProduct, expect, moveOrder, products, signIn, test } from './story.ts'

test('the first load shows orders in progress, and each tab its own', async ({ page }) => {
  const account = await signIn(page)
  const [one, two, three, four] = await products(page.request, 4)
  if (!one || !two || !three || !four) throw new Error('The shop has too little to sell.')
  await anOrder(account, one)
  const paid = await anOrder(account, two)
  await moveOrder(page.request, account, paid, ['confirm', 'payment'])
  const delivered = await anOrder(account, three)
  await moveOrder(page.request, account, delivered, ['confirm', 'payment', 'delivered'])
  const canceled = await anOrder(account, four)
  await moveOrder(page.request, account, canceled, ['cancel'])

  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'My order' })).toBeVisible()
  const tab = (name: string) => page.getByRole('tab', { name })
  const names = page.getByRole('tabpanel').getByRole('heading', { level: 2 })
  await expect(tab('Processing')).toHaveAttribute('aria-selected', 'true')
  await expect(names).toHaveText([three.name, two.name, one.name])
  await expect(page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d [AP]M$/).first()).toBeVisible()

  await tab('Shipped').click()
  await expect(names).toHaveText([two.name])
  await expect(page.getByText('Paid, being prepared')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Delivered')).toBeFocused()
  await expect(names).toHaveText([four.name, three.name])
  await expect(page.getByRole('tabpanel').getByText('Canceled')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(names).toHaveText([one.name])

  await tab('Shipped').click()
  await page.getByRole('link', { name: /^View orders details/ }).click()
  await expect(page).toHaveURL(/\/order-preview\/\d+$/)
  await page.goBack()
  await expect(names).toHaveText([two.name])
})

test('older orders are shown on request @full', async ({ page }) => {
  const account = await signIn(page)
  const product = await aProduct(page.request)
  for (let count = 0; count < 3; count++) await anOrder(account, product)
  // Shortens the pages of the list.
  await page.route(/\/api\/user\/order(\?.*)?$/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '2')
    return route.continue({ url: url.href })
  })

  await page.goto('/orders')
  const names = page.getByRole('tabpanel').getByRole('heading', { level: 2 })
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(names).toHaveCount(2)
  // A tab does not say that it is empty until all orders have loaded.
  await page.getByRole('tab', { name: 'Shipped' }).click()
  await expect(names).toHaveCount(0)
  await expect(page.getByText('No orders here')).toBeHidden()
  await more.click()
  await expect(page.getByText('No orders here')).toBeVisible()
  await expect(more).toBeHidden()
  await page.getByRole('tab', { name: 'Processing' }).click()
  await expect(names).toHaveCount(3)
})
