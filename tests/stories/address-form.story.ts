/** The address form: where the focus goes, which errors it shows, and what happens if the addresses do not load. */
import type { Route } from '@playwright/test'
import { ADDRESSES, LONDON, openForm, saveLondon } from './addresses.ts'
import { anOrder, aProduct, expect, FAILED_REQUESTS, oneInCart, signIn, test } from './story.ts'

test('the first field without a value has the focus, and the emirates are in order @full', async ({
  page,
}) => {
  await signIn(page)
  const dialog = await openForm(page)
  await expect(dialog.getByLabel('Country'), "the shop's own").toHaveValue('AE')
  await expect(dialog.getByLabel('Full name')).toBeFocused()
  await expect(dialog.getByLabel('Emirate').getByRole('option')).toHaveText([
    'Choose',
    'Abu Dhabi',
    'Ajman',
    'Dubai',
    'Fujairah',
    'Ras al Khaimah',
    'Sharjah',
    'Umm Al Quwain',
  ])
})

test('the first address starts with the phone of the account @full', async ({ page }) => {
  const account = await signIn(page)
  const { username, email, password } = account
  const body = { username, email, phone: '+971501234567', current_password: password }
  await account.call('PUT', '/api/auth/user/update', body)
  const dialog = await openForm(page)
  await expect(dialog.getByLabel('Phone')).toHaveValue('+971501234567')
  // The username need not be the name of a person.
  await expect(dialog.getByLabel('Full name')).toHaveValue('')
  await expect(dialog.getByLabel('Full name')).toBeFocused()
  await saveLondon(dialog)
  await page.getByRole('button', { name: 'Add an address' }).click()
  await expect(dialog.getByLabel('Phone')).toHaveValue('')
})

test('the country is asked for first if neither the browser nor the shop tells it @full', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { get: () => 'C' })
  })
  await page.route('**/api/user/addresses/countries', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), home: null } })
  })
  await signIn(page)
  const dialog = await openForm(page)
  await expect(dialog.getByLabel('Country')).toHaveValue('')
  await expect(dialog.getByLabel('Country')).toBeFocused()
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(dialog.getByText('This field is required.')).toHaveCount(1)
  await dialog.getByLabel('Country').selectOption('GB')
  await expect(dialog.getByText('This field is required.')).toHaveCount(0)
  await dialog.getByLabel('Street and number', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Save address' }).click()
  const name = dialog.getByLabel('Full name')
  await expect(name).toHaveAccessibleDescription('This field is required.')
  await expect(dialog.getByRole('alert'), 'the other errors wait for their fields').toHaveCount(0)
  await name.fill('Sara')
  await expect(name).toHaveAccessibleDescription('')
  await expect(name).toBeFocused()
})

test('the form stays, busy, until the order has its address @full', async ({ page }) => {
  const account = await signIn(page)
  const { id } = await anOrder(account, await aProduct(page.request))
  await page.goto(`/order-preview/${id}`)
  await page.getByRole('button', { name: 'Choose an address' }).click()
  const dialog = page.getByRole('dialog', { name: 'New address' })
  let held: Route | undefined
  await page.route(/\/api\/user\/order\/\d+\/address$/, (route) => {
    held = route
  })
  await saveLondon(dialog)
  await expect.poll(() => held).toBeTruthy()
  await expect(dialog.getByRole('button', { name: 'Save address' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await held?.continue()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Delivery address' })).toContainText('NW1 6XE')
})

test.describe('a list that does not load', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('is fetched again from the cart @phone @full', async ({ page }) => {
    const { account } = await oneInCart(page)
    await account.call('POST', '/api/user/addresses', LONDON)
    await page.route(ADDRESSES, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/carts')
    const summary = page.getByRole('region', { name: 'Summary' })
    await expect(summary).toContainText("Couldn't load your addresses.")
    const again = page.waitForRequest(ADDRESSES)
    await summary.getByRole('button', { name: 'Try again' }).click()
    await again
    // The next retry, which the page makes by itself, must succeed.
    await page.unroute(ADDRESSES)
    await expect(summary).toContainText('Sam Hill')
  })
})
