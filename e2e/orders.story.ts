import { anOrder, expect, moveOrder, products, signIn, test } from './story.ts'

test('the first load shows what is under way, each tab its own', async ({ page }) => {
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
  await expect(page.getByText('Paid, on its way')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Delivered')).toBeFocused()
  await expect(names).toHaveText([four.name, three.name])
  await expect(page.getByRole('tabpanel').getByText('Canceled')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(names).toHaveText([one.name])

  await page.getByRole('link', { name: /^View orders details/ }).click()
  await expect(page).toHaveURL(/\/order-preview\/\d+$/)
})

test('no orders yet', async ({ page }) => {
  await signIn(page)
  await page.goto('/orders')
  await expect(page.getByText('No orders here')).toBeVisible()
})
