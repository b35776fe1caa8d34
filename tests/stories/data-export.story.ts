import { readFile } from 'node:fs/promises'
import { anOrder, aProduct, expect, FAILED_REQUESTS, signIn, test, toast } from './story.ts'

test('the data export is a file @full', async ({ page }) => {
  const account = await signIn(page)
  const order = await anOrder(account, await aProduct(page.request))
  await page.goto('/profile')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('barq-data.json')
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.profile).toMatchObject({ username: account.username, email: account.email })
  expect(data.orders.map(({ id }: { id: number }) => id)).toEqual([order.id])
  expect(data.sessions).toContainEqual(expect.objectContaining({ current: true }))
  await expect(toast(page, 'Your data was saved to barq-data.json.')).toBeVisible()
})

test.describe('a failure', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('is reported in a toast @full', async ({ page }) => {
    await signIn(page)
    await page.route('**/api/auth/user/data', (route) => route.abort())
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Download your data' }).click()
    await expect(toast(page, /Couldn't reach the shop/)).toBeVisible()
  })
})
