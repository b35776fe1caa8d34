import type { Locator } from '@playwright/test'
import type { Order } from '#contract/orders.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import {
  anOrder,
  aProduct,
  expect,
  expectLive,
  FAILED_REQUESTS,
  moveOrder,
  products,
  signIn,
  test,
  toast,
} from './story.ts'

const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? 0

test('an order is paid once it is confirmed, and nothing typed into the card is sent @phone-full @firefox', async ({
  page,
}) => {
  const account = await signIn(page)
  const product = await aProduct(page.request)
  const order = await anOrder(account, product)
  await page.goto(`/payment-method/${order.id}`)
  await expect(page.getByText('No payment is due for this order right now.')).toBeVisible()
  await moveOrder(page.request, account, order, ['confirm'])
  await expect(
    page.getByRole('heading', { name: 'All transactions are secure and encrypted' }),
  ).toBeVisible()
  await page.goto('/orders')
  // A click before the page has its script loads the next page, which ends what Back may return to.
  await expectLive(page)
  await page.getByRole('link', { name: /^View orders details/ }).click()
  await page.getByRole('link', { name: 'Go to payment' }).click()
  await expect(page.getByText(/^Pay by .+, or the order will be canceled\.$/)).toBeVisible()
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText(product.name)
  await expect(summary.locator('s')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Cards accepted' }).getByRole('listitem')).toHaveText(
    ['visa', 'mastercard', 'stripe'],
  )
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Card holder name').fill('Sara Hassan')
  await page.getByLabel('Expiry (MM/YY)').fill('12/30')
  await page.getByLabel('CVC').fill('123')
  const screen = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ ...screen, width })
    const first = page.getByRole('main').getByRole('region').first()
    await expect(first, `read first at ${width} px`).toHaveAccessibleName(
      width === 390 ? 'Order summary' : 'Payment',
    )
  }
  await page.setViewportSize(screen)
  await expect(page.getByLabel('CVC')).toHaveValue('123')
  await page.evaluate(() => {
    const seen = { notNow: false }
    Object.assign(window, { seen })
    const look = () => (seen.notNow ||= document.body.innerText.includes('No payment is due'))
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  const payment = page.waitForRequest('**/payment')
  await page.getByRole('button', { name: 'Complete Payment' }).dblclick()
  expect((await payment).postData() ?? '').not.toMatch(/4242|Sara|12\/30|123/)
  await expect(toast(page, 'Payment received. Thank you.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/order-preview/${order.id}$`))
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual({ notNow: false })

  await page.goBack()
  // docs/browsers.md: without the Navigation API, the order is there twice.
  if (await page.evaluate(() => !('navigation' in window))) await page.goBack()
  await expect(page).toHaveURL(/orders$/)
  // Another page, since one that is left while it loads logs its aborted requests.
  const phone = await page.context().newPage()
  await phone.setViewportSize({ width: 390, height: 700 })
  await phone.goto(`/payment-method/${order.id}`)
  const notNow = phone.getByText('No payment is due for this order right now.')
  await expect(notNow).toBeInViewport()
  const itsSummary = phone.getByRole('region', { name: 'Order summary' })
  expect(await topOf(notNow)).toBeLessThan(await topOf(itsSummary))
})

test('the orders of a purchase are paid at once @phone @firefox @full', async ({ page }) => {
  const account = await signIn(page)
  const ordered = await products(page.request)
  const { data: orders } = await account.call<{ data: Order[] }>('POST', '/api/user/order', {
    orders: ordered.map(({ id }, index) => ({ Product: id, quantity: index + 1 })),
  })
  const [first, second, third] = orders
  if (!first || !second || !third) throw new Error('The purchase does not have three orders.')
  await moveOrder(page.request, account, first, ['confirm'])
  await page.goto(`/order-preview/${first.id}`)
  const due = `Due now for this order: ${priceInText(first.total)}`
  await expect(page.getByText(due)).toBeVisible()
  await moveOrder(page.request, account, second, ['confirm'])
  await page.goto(`/payment-method/${second.id}`)
  const summary = page.getByRole('region', { name: 'Order summary' })
  const together = summary.getByRole('list', { name: 'Also in this purchase' })
  await expect(together.getByRole('listitem')).toHaveCount(1)
  await expect(summary).toContainText(
    `Due now for 2 orders${formatPrice(first.total + second.total)}`,
  )

  // An order confirmed while the page is open is added to the page's total.
  await moveOrder(page.request, account, third, ['confirm'])
  await expect(together.getByRole('listitem')).toHaveCount(2)
  await expect(together).toContainText(`${third.quantity} × ${formatPrice(third.price)}`)
  const sum = formatPrice(first.total + second.total + third.total)
  await expect(summary).toContainText(`Due now for 3 orders${sum}`)

  await page.getByRole('button', { name: 'Complete Payment' }).dblclick()

  await expect(toast(page, 'Payment received. Thank you.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/order-preview/${second.id}$`))
  for (const { id } of orders) {
    const { data } = await account.call<{ data: Order }>('GET', `/api/user/order/${id}`)
    expect(data.state).toBe('complete')
  }
})

test.describe('a payment that fails', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  const DECLINED = "Your payment didn't go through. You haven't been charged."
  const UNKNOWN = "We couldn't confirm your payment yet. Check the order before trying again."
  for (const [status, error, words, tags] of [
    [409, 'payment_declined', DECLINED, ''],
    [503, 'unavailable', UNKNOWN, ' @full'],
  ] as const) {
    test(`${error} is shown for what it is${tags}`, async ({ page }) => {
      const account = await signIn(page)
      const order = await anOrder(account, await aProduct(page.request))
      await moveOrder(page.request, account, order, ['confirm'])
      await page.route('**/payment', (route) =>
        route.fulfill({ status, json: { error, message: 'In English.' } }),
      )
      await page.goto(`/payment-method/${order.id}`)
      await page.getByRole('button', { name: 'Complete Payment' }).click()
      await expect(toast(page, words)).toBeVisible()
    })
  }
})
