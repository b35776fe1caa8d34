/** A9: in a real browser, nothing in a URL redirects to another site. */
import { REDIRECT_PARAMETERS, REDIRECT_TARGETS } from '#tests/kit/redirect-targets.ts'
import { anAccount, answerToken, expect, signIn, test } from './story.ts'

test.describe.configure({ timeout: 900_000 })

// The token is removed from storage while the page is still connecting with it.
test.use({ expectedErrors: /401 .*\/(broadcasting|api\/user\/cart)|ApiError: Please sign in/ })

test('signing in and out stays on the site, whatever the address contains @full', async ({
  page,
}) => {
  const person = await anAccount(page.request)
  const { token } = person
  await page.route('**/api/auth/login', answerToken(token))
  // A real sign-out would end the session that all these URLs share.
  await page.route('**/api/auth/logout', (route) => route.fulfill({ json: { message: 'ok' } }))
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin))
  await page.clock.install()
  // Removes the token as the next document opens: removed earlier, it would be missing from pending requests.
  await page.addInitScript(() => {
    if (location.pathname === '/sign-in') localStorage.removeItem('access_token')
  })

  for (const target of REDIRECT_TARGETS) {
    const query = new URLSearchParams(REDIRECT_PARAMETERS.map((name) => [name, target]))
    await page.goto(`/sign-in?${query}#${encodeURIComponent(target)}`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBe(token)
    await page.clock.runFor(3_500)
    await expect(page, target).toHaveURL((url) => url.pathname === '/' && url.search === '')
  }

  expect([...origins]).toEqual([new URL(page.url()).origin])
})

test.describe('with requests for mails that do not exist', () => {
  test.use({ expectedErrors: /404 .*\/api\/demo\/mails\/|^ApiError: Not found/ })

  test('no fragment or path leads away either @full', async ({ page }) => {
    await signIn(page)
    const origins = new Set<string>()
    page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin))

    for (const target of REDIRECT_TARGETS) {
      for (const place of ['/email/demo?mail=', '/sign-in#google-error=', '/password/reset#']) {
        await page.goto(place + encodeURIComponent(target))
      }
      await page.getByRole('main').getByRole('heading').first().waitFor()
    }

    expect([...origins]).toEqual([new URL(page.url()).origin])
  })
})
