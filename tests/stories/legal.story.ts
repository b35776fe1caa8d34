import { signInAsOwner } from './admin-owner.ts'
import { expect, prefer, test } from './story.ts'

const TEXT = `# Withdrawal
You may return what you bought within 14 days:

- unused, in its box
- with its invoice

Write to us <b>first</b>.`

test('staff write a legal page, which visitors read from the footer @full', async ({
  page,
  office,
}) => {
  await signInAsOwner(office)
  await office.goto('/admin/legal')
  await office.getByRole('button', { name: /: Returns$/ }).click()
  const dialog = office.getByRole('dialog', { name: 'Returns' })
  await dialog.getByLabel('Text in English').fill(TEXT)
  await dialog.getByLabel('Text in Arabic').fill('# الإرجاع\nخلال 14 يومًا.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(office.getByRole('link', { name: /^Updated/ })).toBeVisible()

  await page.goto('/sign-in')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Returns' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns')
  await expect(page.getByRole('heading', { level: 2, name: 'Withdrawal' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('Write to us <b>first</b>.')).toBeVisible()
  await prefer(page, { locale: 'ar' })
  await page.reload()
  await expect(page.getByText('خلال 14 يومًا.')).toBeVisible()

  await office.getByRole('button', { name: /: Returns$/ }).click()
  await dialog.getByLabel('Text in English').fill('')
  await dialog.getByLabel('Text in Arabic').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(office.getByRole('link', { name: /^Updated/ })).toHaveCount(0)
})
