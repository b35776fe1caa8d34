/** What every story shares: a page that fails the story on an unexpected complaint, and people. */
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

/** Console errors that a story brings about on purpose, by a part of their text. */
interface Options {
  expectedErrors: RegExp[]
}

export const test = base.extend<Options>({
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      complaints.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await use(page)
    const unexpected = complaints.filter(
      (text) => !expectedErrors.some((known) => known.test(text)),
    )
    expect(unexpected, 'the console stays free of errors').toEqual([])
  },
})

let people = 0

/** Somebody new: no other story has this name or address. */
export function somebody(): { username: string; email: string; password: string } {
  const name = `shopper-${process.pid}-${Date.now()}-${people++}`
  return { username: name, email: `${name}@example.com`, password: 'a long password' }
}

/** Opens an account by the API and signs the page in, for stories about something else. */
export async function signIn(page: Page, person = somebody()): Promise<typeof person> {
  const { request } = page
  await request.post('/api/auth/register', {
    data: { ...person, password_confirmation: person.password },
  })
  const login = await request.post('/api/auth/login', { data: person })
  const { access_token, account_type } = await login.json()
  await page.addInitScript(
    ([token, type]) => {
      localStorage.setItem('access_token', token)
      localStorage.setItem('account_type', type)
    },
    [access_token, account_type] as const,
  )
  return person
}
