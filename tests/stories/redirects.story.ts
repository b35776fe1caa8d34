/** A9 of docs/reliability.md, in the browser that follows: nothing in an address leads away. */

import { recordEvidence } from '#tests/kit/evidence.ts'
import { REDIRECT_PARAMETERS, REDIRECT_TARGETS } from '#tests/kit/redirect-targets.ts'
import { IS_SOAK } from '#tests/kit/time-limits.ts'
import { expect, keepSession, logIn, register, somebody, test } from './story.ts'

test.describe.configure({ timeout: 240_000 })

/** Each takes a browser seconds, so all of them are left to a soak. */
const TARGETS = IS_SOAK ? REDIRECT_TARGETS : REDIRECT_TARGETS.filter((_, at) => at % 3 === 0)

// The story takes the token from storage while the page still connects with it.
test.use({ expectedErrors: /401 .*\/(broadcasting|api\/user\/cart)|ApiError: Please sign in/ })

test('signing in and out stays here, whatever the address asks for', async ({ page }) => {
  const person = somebody()
  await register(page.request, person)
  const { token } = await logIn(page.request, person)
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({
      json: { access_token: token, token_type: 'Bearer', account_type: 'customer' },
    }),
  )
  // Signing out for real would end the one session that all of them share.
  await page.route('**/api/auth/logout', (route) => route.fulfill({ json: { message: 'ok' } }))
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin))
  await page.clock.install()
  let visits = 0

  for (const target of TARGETS) {
    const query = new URLSearchParams(REDIRECT_PARAMETERS.map((name) => [name, target]))
    await page.goto(`/sign-in?${query}#${encodeURIComponent(target)}`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBe(token)
    await page.clock.runFor(3_500)
    await expect(page, target).toHaveURL((url) => url.pathname === '/' && url.search === '')
    await page.evaluate(() => localStorage.removeItem('access_token'))
    visits += 1
  }

  const own = new URL(page.url()).origin
  expect([...origins]).toEqual([own])
  recordEvidence({
    goal: 'A9',
    volume: `${visits} sign-ins in Chromium, each target in ${REDIRECT_PARAMETERS.length} parameters and in the fragment`,
    result: `all ended at / of the shop; ${origins.size - 1} other origins were visited`,
  })
})

test.describe('asked for mails that there are not', () => {
  test.use({ expectedErrors: /404 .*\/api\/demo\/mails\/|^ApiError: Not found/ })

  test('no fragment and no path does either', async ({ page }) => {
    const person = somebody()
    await register(page.request, person)
    await keepSession(page, (await logIn(page.request, person)).token)
    const origins = new Set<string>()
    page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin))

    for (const target of TARGETS) {
      for (const place of ['/email/demo?mail=', '/sign-in#google-error=', '/password/reset#']) {
        await page.goto(place + encodeURIComponent(target))
      }
      await page.getByRole('main').getByRole('heading').first().waitFor()
    }

    expect([...origins]).toEqual([new URL(page.url()).origin])
  })
})
