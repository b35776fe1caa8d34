import { signInAsOwner } from './admin-owner.ts'
import { expect, test, toast } from './story.ts'

test('staff are asked before unsaved changes are lost, but not once they are saved', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin/coupons')
  await page.getByRole('link', { name: 'Delivery', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'You have unsaved changes.' })
  const keep = question.getByRole('button', { name: 'Keep editing' })
  const discard = question.getByRole('button', { name: 'Discard changes' })

  await page.getByRole('button', { name: 'New shipping method' }).click()
  const form = page.getByRole('dialog', { name: 'New shipping method' })
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: 'New shipping method' }).click()
  await form.getByLabel('Fee ($)').fill('2,5')
  await page.keyboard.press('Escape')
  await keep.click()
  await expect(form.getByLabel('Fee ($)')).toHaveValue('2,5')
  // Chrome lets a page keep a dialog open only a few times in a row.
  for (let times = 0; times < 3; times += 1) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    // Waits until only the form's dialog is in the document: while the question closes, Escape asks nothing.
    await expect(page.locator('dialog')).toHaveCount(1)
  }
  await expect(form.getByLabel('Fee ($)')).toHaveValue('2,5')
  await form.getByRole('button', { name: 'Close' }).click()
  await discard.click()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: 'New shipping method' }).click()
  await form.getByLabel('Country').selectOption('Oman')
  await form.getByRole('button', { name: 'Add' }).click()
  await page.keyboard.press('Escape')
  await discard.click()

  const limit = page.getByLabel('Maximum total')
  await limit.fill('1234')
  await page.getByRole('link', { name: 'Coupons', exact: true }).click()
  await keep.click()
  await page.evaluate(() => history.back())
  await keep.click()
  await expect(page).toHaveURL(/delivery$/)
  await expect(limit).toHaveValue('1234')
  const closing = page.waitForEvent('dialog')
  const reload = page.reload()
  const leaving = await closing
  expect(leaving.type()).toBe('beforeunload')
  await leaving.accept()
  await reload

  await limit.fill('1234')
  await page.evaluate(() => history.back())
  await discard.click()
  await expect(page).toHaveURL(/coupons$/)

  await page.goto('/admin/delivery')
  await limit.fill('1234')
  const account = page.getByRole('banner').getByRole('button', { name: 'Account' })
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await account.click()
  await signOut.click()
  await keep.click()
  await expect(limit).toHaveValue('1234')
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#screen$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Cash on delivery settings saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Coupons', exact: true }).click()
  await expect(page).toHaveURL(/coupons$/)

  await page.goto('/admin/delivery')
  await limit.fill('1234')
  await account.click()
  await signOut.click()
  await discard.click()
  await expect(page).toHaveURL(({ pathname }) => pathname === '/')
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})
