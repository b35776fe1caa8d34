import type { Page } from '@playwright/test'
import { ADDRESSES, DUBAI, LONDON, openForm, saveLondon } from './addresses.ts'
import { examine } from './axe.ts'
import { testIn } from './own-shop.ts'
import {
  admin,
  anOrder,
  aProduct,
  expect,
  expectLive,
  FAILED_REQUESTS,
  moveOrder,
  oneInCart,
  orderButton,
  ordersOf,
  signIn,
  test,
  toast,
} from './story.ts'
import { Traffic } from './traffic.ts'

test('an address in English and one in Arabic, to one of which the order is delivered @phone-full @firefox', async ({
  page,
}) => {
  const { account } = await oneInCart(page)
  // Firefox logs an error if a page is left while it loads.
  const traffic = new Traffic(page)
  await page.goto('/profile')
  const book = page.getByRole('region', { name: 'Addresses' })
  await expect(book).toContainText('No addresses yet.')
  await book.getByRole('button', { name: 'Add an address' }).click()
  await fillDubai(page)
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(toast(page, 'Address saved.')).toBeVisible()
  const entry = book.getByRole('listitem')
  await expect(entry).toContainText('Layla NoorAl Wasl Road 12DubaiUnited Arab Emirates')
  await expect(entry).toContainText('+971 50 123 4567')
  await expect(entry).toContainText('Default')

  // Switches the language without its menu, which is in a different place on a phone.
  await page.evaluate(() => localStorage.setItem('barq-locale', 'ar'))
  await page.reload()
  const arabicBook = page.getByRole('region', { name: 'العناوين' })
  await expect(arabicBook.getByRole('listitem')).toContainText('دبيالإمارات العربية المتحدة')
  await arabicBook.getByRole('button', { name: 'أضف عنوانًا' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('البلد')).toHaveValue('AE')
  await form.getByLabel('الاسم الكامل').fill('ليلى نور')
  await form.getByLabel('الهاتف').fill('٠٥٠١٢٣٤٥٦٨')
  await form.getByLabel('الشارع والرقم').fill('شارع الملك فيصل ٣')
  await form.getByLabel('الإمارة').selectOption('الشارقة')
  await page.getByRole('button', { name: 'احفظ العنوان' }).click()
  await expect(arabicBook.getByRole('listitem')).toHaveCount(2)

  await traffic.quiet()
  await page.goto('/carts')
  const summary = page.getByRole('region', { name: 'الملخص' })
  await expect(summary).toContainText('Layla Noor')
  await summary.getByRole('button', { name: 'تغيير عنوان التوصيل' }).click()
  const dialog = page.getByRole('dialog', { name: 'إلى أين نوصل طلبك؟' })
  await dialog.getByText('ليلى نور').click()
  await dialog.getByRole('button', { name: 'التوصيل إلى هنا' }).click()
  await expect(summary).toContainText('ليلى نور')
  await page.getByRole('button', { name: /^اطلب \(/ }).click()
  await page.waitForURL('/orders')

  await traffic.quiet()
  const orders = await ordersOf(account)
  expect(orders.map(({ address }) => address?.phone)).toEqual(['+971501234568'])
  await page.goto(`/order-preview/${orders[0]?.id}`)
  await expect(page.getByRole('region', { name: 'عنوان التوصيل' })).toContainText(
    'ليلى نورشارع الملك فيصل ٣الشارقة',
  )
})

test('every wrong field is named, and another country leaves the errors that apply anywhere @full', async ({
  page,
}) => {
  await signIn(page)
  const dialog = await openForm(page)
  const country = dialog.getByLabel('Country')
  await country.selectOption('US')
  await expect(dialog.getByLabel('State')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(dialog.getByText('This field is required.')).toHaveCount(6)
  await expect(dialog.getByLabel('Full name')).toBeFocused()
  await examine(page, 'the form of an address, with errors')

  await country.focus()
  await country.selectOption('GB')
  await expect(dialog.getByLabel('State')).toHaveCount(0)
  await expect(dialog.getByLabel('Postal code')).toBeVisible()
  await expect(dialog.locator('[aria-invalid]')).toHaveCount(2)
  await expect(dialog.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true')
  await expect(country).toBeFocused()
})

test.describe('errors', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('what the server refuses is shown at its field @full', async ({ page }) => {
    await signIn(page)
    const dialog = await openForm(page)
    await saveLondon(dialog, { phone: '12', postcode: '94016' })
    await expect(dialog.getByLabel('Phone')).toBeFocused()
    await expect(dialog.getByText(/^Enter a valid phone number/)).toBeVisible()
    await expect(dialog.getByText(/^Enter a valid postal code for this country/)).toBeVisible()
  })
})

test('the default is passed on, edited and deleted @phone @full', async ({ page }) => {
  const account = await signIn(page)
  for (const name of ['Home', 'Office']) {
    await account.call('POST', '/api/user/addresses', { ...LONDON, name })
  }
  await page.goto('/profile')
  const entries = page.getByRole('region', { name: 'Addresses' }).getByRole('listitem')
  await expect(entries).toHaveText([/^Home.*Default/, /^Office/])
  const makeDefault = 'Make default: Office, 221B Baker Street'
  await page.getByRole('button', { name: makeDefault }).press('Enter')
  await expect(entries).toHaveText([/^Office.*Default/, /^Home/])
  await expect(entries.first()).toBeFocused()

  await page.getByRole('button', { name: 'Edit: Office, 221B Baker Street' }).click()
  await page.getByLabel('Full name').fill('Workshop')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(entries).toHaveText([/^Workshop.*Default/, /^Home/])

  await page.getByRole('button', { name: 'Delete: Workshop, 221B Baker Street' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this address?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(entries).toHaveText([/^Home.*Default/])
})

test('an order without an address asks for one, on its page and the payment page @phone-full @full', async ({
  page,
}) => {
  const account = await signIn(page)
  const order = await anOrder(account, await aProduct(page.request))
  await moveOrder(page.request, account, order, ['confirm'])
  await page.goto(`/payment-method/${order.id}`)
  const place = page.getByRole('region', { name: 'Delivery address' })
  await expect(place).toContainText('Where should we deliver this order?')
  await place.getByRole('button', { name: 'Choose an address' }).click()
  await fillDubai(page)
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(toast(page, "We'll deliver to this address.")).toBeVisible()
  await expect(place).toContainText('Layla Noor')
  await expect(place.getByRole('button', { name: 'Change address' })).toBeFocused()
  await place.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByRole('radio')).toBeFocused()
  await examine(page, 'the choice of an address')
  await page.keyboard.press('Escape')
  await expect(place.getByRole('button', { name: 'Change address' })).toBeFocused()

  await page.getByRole('button', { name: 'Complete Payment' }).click()
  await page.waitForURL(`/order-preview/${order.id}`)
  await expect(place).toContainText('Layla Noor')
  await expect(place.getByRole('button')).toHaveCount(0)
})

test('staff see why an order of a deleted account gets no address @full', async ({
  page,
  office,
}) => {
  const account = await signIn(page)
  const order = await anOrder(account, await aProduct(page.request))
  await moveOrder(page.request, account, order, ['confirm', 'payment'])
  await account.call('POST', '/api/auth/user/delete', { password: account.password })

  await office.goto(`/admin/orders/${order.id}`)
  await expect(office.getByText("The customer's account was deleted, so it can't")).toBeVisible()
  await expect(office.getByRole('button', { name: 'Add an address' })).toHaveCount(0)
})

test.describe('of two staff members', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('staff add the address of a paid order and correct it, and the customer sees it @phone-full @full', async ({
    page,
    office,
  }) => {
    const account = await signIn(page)
    const order = await anOrder(account, await aProduct(page.request))
    await moveOrder(page.request, account, order, ['confirm', 'payment'])
    await page.goto('/orders')
    const hint = page.getByText('We need a delivery address before we can ship this.')
    await expect(hint).toBeVisible()
    const list = await page.context().newPage()
    await list.goto('/orders')
    const others = list.getByText('We need a delivery address before we can ship this.')
    await expect(others).toBeVisible()
    await expectLive(list)
    await page.getByRole('link', { name: 'Choose an address' }).click()
    await page.waitForURL(`/order-preview/${order.id}`)
    await expect(page.getByText('Awaiting your delivery address')).toBeVisible()
    const place = page.getByRole('region', { name: 'Delivery address' })
    await expect(place).toContainText('Where should we deliver this order?')
    await expectLive(page)

    const asked = new Set<string>()
    office.on('request', (request) => asked.add(new URL(request.url()).pathname))
    await office.goto(`/admin/orders/${order.id}`)
    await office.getByRole('button', { name: 'Add an address' }).click()
    const dialog = office.getByRole('dialog')
    await expect(dialog.getByRole('checkbox')).toHaveCount(0)
    await fillDubai(office)
    expect(asked).toContain('/api/user/addresses/countries')
    expect(asked, "the staff member's own addresses").not.toContain('/api/user/addresses')
    await examine(office, 'the address of an order, by staff')
    await dialog.getByRole('button', { name: 'Save address' }).click()
    await expect(toast(office, 'Address saved.')).toBeVisible()
    await expect(place).toContainText('Layla Noor')
    await expect(place.getByRole('button')).toHaveCount(0)
    await expect(page.getByText('Being prepared', { exact: true })).toBeVisible()
    await expect(others).toHaveCount(0)
    await list.close()

    const edit = office.getByRole('button', { name: 'Edit address' })
    await edit.click()
    await dialog.getByLabel('Phone').fill('12')
    await dialog.getByRole('button', { name: 'Save address' }).click()
    await expect(dialog.getByLabel('Phone')).toBeFocused()
    await dialog.getByLabel('Phone').fill('055 987 6543')
    await dialog.getByRole('button', { name: 'Save address' }).click()
    await expect(place).toContainText('+971 55 987 6543')

    await edit.click()
    const staff = await admin(page.request)
    await staff.call('PUT', `/api/admin/orders/${order.id}/address`, { ...DUBAI, name: 'Noor' })
    await expect(place).toContainText('Noor')
    await dialog.getByLabel('Full name').fill('Late')
    await office.keyboard.press('Escape')
    await office.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel('Full name')).toHaveValue('Late')
    await dialog.getByRole('button', { name: 'Save address' }).click()
    await expect(toast(office, /^Someone else saved a change/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(edit).toBeFocused()
    await expect(place).not.toContainText('Late')
    await office.goto(`/admin/audit?entity=order&id=${order.id}&action=address`)
    await expect(office.getByRole('row', { name: /Delivery address changed/ })).toHaveCount(3)
  })
})

const strict = testIn({ ADDRESS: 'required' })

strict('a shop that needs an address asks for it at Order @full', async ({ page }) => {
  const { account } = await oneInCart(page)
  await page.goto('/carts')
  await orderButton(page).click()
  await fillDubai(page)
  await page.getByRole('button', { name: 'Save and order' }).click()
  await expect(toast(page, 'Order submitted successfully')).toBeVisible()
  await page.waitForURL('/orders')
  expect((await ordersOf(account)).map(({ address }) => address?.name)).toEqual(['Layla Noor'])
})

strict.describe('a list that loaded late', () => {
  strict.use({ expectedErrors: FAILED_REQUESTS })

  strict('lets one choose without ordering @full', async ({ page }) => {
    const { account } = await oneInCart(page)
    await page.route(ADDRESSES, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/carts')
    await orderButton(page).click()
    const dialog = page.getByRole('dialog')
    const retry = dialog.getByRole('button', { name: 'Try again' })
    // Waits until the dialog has settled, so that the real click below comes before the page retries by itself.
    await retry.click({ trial: true })
    // The customer adds an address in another window while the dialog is open.
    await account.call('POST', '/api/user/addresses', LONDON)
    await page.unroute(ADDRESSES)
    await retry.click({ force: true })
    await expect(dialog.getByRole('radio')).toBeFocused()
    await dialog.getByRole('button', { name: 'Deliver here' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Sam Hill')
    expect(await ordersOf(account)).toHaveLength(0)
    await orderButton(page).click()
    await page.waitForURL('/orders')
    expect(await ordersOf(account)).toHaveLength(1)
  })
})

async function fillDubai(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Country').selectOption('AE')
  await dialog.getByLabel('Full name').fill('Layla Noor')
  await dialog.getByLabel('Phone').fill('050 123 4567')
  await dialog.getByLabel('Street and number').fill('Al Wasl Road 12')
  await dialog.getByLabel('Emirate').selectOption('Dubai')
}
