import { addButton, expect, somebody, test } from './story.ts'

test('a new customer registers, signs in, fills a cart, orders and sees the order @phone-full @firefox @full', async ({
  page,
}) => {
  const person = somebody()

  await page.goto('/')
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.getByRole('link', { name: 'Sign up' }).first().click()
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel(/Password confirmation|Confirm password/i).fill(person.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Sign up successfuly.')).toBeVisible()
  // The URL changes before the screen does, and the new screen has fields with the same names.
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()

  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Sign in successfuly.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)

  const topProducts = page.getByRole('region', { name: 'Top Products' })
  await addButton(topProducts).click()
  await expect(page.getByText('Cart added successfuly.')).toBeVisible()

  await page.goto('/carts')
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await page.getByRole('button', { name: /^Order \(/ }).click()
  await expect(page.getByText('Order submitted successfully')).toBeVisible()

  await expect(page).toHaveURL(/\/orders$/)
  await expect(page.getByRole('heading', { name: 'My order' })).toBeVisible()
  await page.getByRole('link', { name: /View orders details/ }).click()
  await expect(page).toHaveURL(/\/order-preview\/\d+$/)
  await expect(page.getByText('Order sent')).toBeVisible()
})
