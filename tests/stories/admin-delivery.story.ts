import { signInAsOwner } from './admin-owner.ts'
import { expect, test } from './story.ts'

test('the places of a shipping method are chosen by name, and kept when it is edited @full', async ({
  page,
}) => {
  const owner = await signInAsOwner(page)
  const name = `Courier ${Date.now()}`
  const method = { name, name_ar: 'مندوب', places: ['SA', 'AE-DU'], fee: 5, is_active: false }
  const none = { free_from: null, days_min: null, days_max: null, last_hour: null }
  await owner.call('POST', '/api/admin/shipping-methods', { ...method, ...none })
  const saved = async () => {
    const { methods } = await owner.call<{ methods: { name: string; places: string[] | null }[] }>(
      'GET',
      '/api/admin/shipping-methods',
    )
    return methods.find((one) => one.name === name)?.places
  }

  await page.goto('/admin/delivery')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Saudi Arabia')
  await expect(row).toContainText('Dubai (United Arab Emirates)')

  await row.getByRole('button', { name: `Edit: ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove: Saudi Arabia' }).click()
  await dialog.getByLabel('Country', { exact: true }).selectOption('AE')
  await expect(dialog.getByLabel('Emirate').getByRole('option').nth(2)).toHaveText('Ajman')
  await dialog.getByLabel('Country', { exact: true }).selectOption({ label: 'Kuwait' })
  await dialog.getByRole('button', { name: 'Add a place' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await saved()).toEqual(['AE-DU', 'KW'])
})
