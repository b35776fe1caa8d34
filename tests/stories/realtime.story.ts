import type { Page } from '@playwright/test'
import { recordShifts, shiftsOf } from './layout-shifts.ts'
import {
  addButton,
  anOrder,
  aProduct,
  complaintsOf,
  expect,
  expectLive,
  moveOrder,
  products,
  signIn,
  test,
} from './story.ts'

test('a product added in one tab appears in the other @full', async ({ page, context }) => {
  await signIn(page)
  const product = await aProduct(page.request)
  const other = await context.newPage()
  const complaints = complaintsOf(other)
  await page.goto(`/product/${product.id}`)
  await other.goto('/contact')
  // The realtime library loads after the first paint. Once it has subscribed, it must not miss an event.
  await expectLive(other)
  await addButton(page, product).click()
  await expect(page.getByRole('button', { name: 'Shopping bag, 1 new' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Shopping bag, 1 new' })).toBeVisible()
  await other.getByRole('button', { name: 'Shopping bag, 1 new' }).click()
  await expect(other.getByRole('banner').getByText(product.name)).toBeVisible()
  // The tab must not count the line again because of its own event.
  await page.waitForTimeout(500)
  await expect(page.getByRole('button', { name: 'Shopping bag, 1 new' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('an order updates on its own, on its page and in the list', async ({ page, context }) => {
  const account = await signIn(page)
  const order = await anOrder(account, await aProduct(page.request))
  const list = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await recordShifts(page)
  await page.goto(`/order-preview/${order.id}`)
  await list.goto('/orders')
  await expectLive(page)
  await expectLive(list)
  await expect(page.getByRole('button', { name: 'Go to payment' })).toBeDisabled()
  await moveOrder(page.request, account, order, ['confirm'])
  await expect(page.getByRole('link', { name: 'Go to payment' })).toBeVisible()
  expect(await shiftsOf(page)).toEqual([])
  await expect(list.getByText('Confirmed, awaiting payment')).toBeVisible()
})

test('the library loads only for signed-in customers @full', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/sign-in')
  await expect(page.getByRole('region', { name: 'Top Products' })).toBeVisible()
  await page.waitForTimeout(500)
  expect(scripts.filter((url) => /connection-|RealTime-/.test(url))).toEqual([])
})

test.describe('while the connection is cut', () => {
  test.use({ expectedErrors: /WebSocket connection/ })

  test('changes during a cut connection appear once it is back @full', async ({ page }) => {
    const account = await signIn(page)
    const order = await anOrder(account, await aProduct(page.request))
    const [, product] = await products(page.request, 2)
    const line = await breakableLine(page)
    await page.goto('/orders')
    await expectLive(page)
    line.cut()
    await expectLive(page, false)
    await account.call('POST', '/api/user/cart', { cart: product?.id })
    await moveOrder(page.request, account, order, ['confirm'])
    line.restore()
    await expect(page.getByRole('button', { name: 'Shopping bag, 1 new' })).toBeVisible()
    await expect(
      page.getByText('Confirmed, awaiting payment').filter({ visible: true }).first(),
    ).toBeVisible()
  })

  test('pending orders are polled only while the connection is down @full', async ({ page }) => {
    const account = await signIn(page)
    await anOrder(account, await aProduct(page.request))
    await page.clock.install()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/order')) asked += 1
    })
    const line = await breakableLine(page)
    await page.goto('/orders')
    await page.clock.runFor(4000)
    await expectLive(page)
    await page.clock.runFor(1000)
    // Waits until all requests that the subscription causes have been sent.
    let live = -1
    const isSettled = () => {
      const before = live
      live = asked
      return live === before
    }
    await expect.poll(isSettled, { intervals: [500] }).toBe(true)
    await page.clock.runFor(25_000)
    expect(asked).toBe(live)
    line.cut()
    await expectLive(page, false)
    await page.clock.runFor(25_000)
    await expect.poll(() => asked).toBeGreaterThan(live)
  })
})

/** Lets a story cut the page's connection and restore it. Must be called before the page opens. */
async function breakableLine(page: Page) {
  let close = () => {}
  let isDown = false
  await page.routeWebSocket(/\/app\//, (socket) => {
    // Code 1001 means that the server is going away; the page reconnects after a second.
    close = () => socket.close({ code: 1001 })
    if (isDown) close()
    else socket.connectToServer()
  })
  return {
    cut() {
      isDown = true
      close()
    },
    restore() {
      isDown = false
    },
  }
}
