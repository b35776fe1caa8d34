import type { Locator, Page } from '@playwright/test'

export const LONDON = {
  name: 'Sam Hill',
  phone: '020 7946 0958',
  country: 'GB',
  city: 'London',
  lines: ['221B Baker Street'],
  postcode: 'NW1 6XE',
}

export const DUBAI = {
  name: 'Sara Noor',
  phone: '050 123 4567',
  country: 'AE',
  region: 'DU',
  lines: ['12 Palm Street'],
  isDefault: true,
}

export const MUSCAT = {
  name: 'Salim Harthy',
  phone: '92123456',
  country: 'OM',
  city: 'Muscat',
  lines: ['Way 2345'],
  postcode: '100',
  isDefault: true,
}

export const ADDRESSES = /\/api\/user\/addresses$/

export async function openForm(page: Page): Promise<Locator> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add an address' }).click()
  return page.getByRole('dialog', { name: 'New address' })
}

export async function saveLondon(
  dialog: Locator,
  { phone, postcode }: { phone: string; postcode: string } = LONDON,
): Promise<void> {
  await dialog.getByLabel('Country').selectOption('GB')
  await dialog.getByLabel('Full name').fill(LONDON.name)
  await dialog.getByLabel('Phone').fill(phone)
  await dialog.getByLabel('Street and number').fill('221B Baker Street')
  await dialog.getByLabel('City').fill(LONDON.city)
  await dialog.getByLabel('Postal code').fill(postcode)
  await dialog.getByRole('button', { name: 'Save address' }).click()
}
