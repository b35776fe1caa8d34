/**
 * A visit in a language that was added by an entry and a catalogue. Every message of it carries a
 * mark: whatever is shown without one, and is neither data nor a figure, was written into a screen.
 * The screens of staff and dialogs are not visited.
 */
import { type Browser, type Page, request as requests } from '@playwright/test'
import {
  CODE,
  MARK,
  openThirdLanguageShop,
  type ThirdLanguageShop,
} from '#tests/kit/third-language.ts'
import { mailTo } from './mailbox.ts'
import {
  anOrder,
  aProduct,
  expect,
  FAILED_REQUESTS,
  keepSession,
  logIn,
  prefer,
  register,
  test,
} from './story.ts'
import { shownTexts } from './untranslated.ts'

test.describe.configure({ mode: 'serial' })
test.use({ expectedErrors: FAILED_REQUESTS })

/** Names that are the same in every language. */
const NAMES = ['Barq برق', 'Barq', 'برق', 'English', 'العربية', 'Facebook', 'Instagram', 'YouTube']

let shop: ThirdLanguageShop

test.beforeAll(async () => {
  shop = await openThirdLanguageShop()
})
test.afterAll(() => shop?.close())

test('a visitor signs in, is refused, shops and reads an e-mail in it @full', async ({
  browser,
}) => {
  const { page, data, person } = await visit(browser)
  const see = async (path: string, ready = 'main') => {
    await page.goto(path)
    await page.getByRole('contentinfo').waitFor()
    await page.locator(ready).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect.soft(await unmarked(page, data), path).toEqual([])
  }

  await see('/sign-in')
  await expect(page.locator('html')).toHaveAttribute('lang', CODE)
  await expect(page.getByRole('heading', { name: MARK }).first()).toBeVisible()

  // The sentence under the field is the server's, that of the missing one too.
  await see('/sign-up')
  await page.locator('input[type=email]').fill(person.email)
  await page.locator('main button[type=submit]').click()
  await expect(page.locator('[aria-invalid=true]').first()).toHaveAccessibleDescription(MARKED)
  expect.soft(await unmarked(page, data), 'a refused form').toEqual([])

  const account = await logIn(page.request, person)
  const product = await aProduct(page.request)
  const order = await anOrder(account, product)
  await account.call('POST', '/api/user/cart', { cart: product.id })
  await keepSession(page, account.token)
  await see('/', 'main article')
  await see(`/product/${product.id}`, 'main h1')
  await see('/carts', 'main li')
  await see('/orders')
  await see(`/order-preview/${order.id}`)

  // Those about the order are in the languages of their readers' accounts.
  await mailTo(page.request, person.email, /order/)
  const { mails } = await (await page.request.get('/api/demo/mails')).json()
  for (const { subject } of mails) data.add(subject)

  await page.request.post('/api/auth/password/email', {
    data: { email: person.email },
    headers: { 'accept-language': CODE },
  })
  const mail = await mailTo(page.request, person.email, /password/)
  await see(`/email/demo?mail=${mail.id}`, 'article')
})

test('a sentence that stands in a screen is seen @full', async ({ browser }) => {
  const { page, data } = await visit(browser)
  await page.goto('/sign-in')
  await page.getByRole('contentinfo').waitFor()
  await page.evaluate(() => {
    document.querySelector('main')?.append('Hard-coded')
    document.querySelector('main input')?.setAttribute('placeholder', 'Type here')
  })

  expect(await unmarked(page, data)).toEqual(['Hard-coded', 'Type here'])
})

const MARKED = new RegExp(MARK.replace(/[[\]]/g, '\\$&'))

/** A page in the language, and every text that the API gave it. */
async function visit(browser: Browser) {
  const context = await browser.newContext({ baseURL: shop.address })
  const page = await context.newPage()
  const api = await requests.newContext({ baseURL: shop.address })
  const person = await register(api)
  const data = new Set<string>([person.username, person.email])
  // Documents carry it.
  collect(await (await api.get('/api/config')).json(), data)
  await api.dispose()
  await prefer(page, { locale: CODE })
  page.on('response', async (reply) => {
    if (!reply.url().includes('/api/')) return
    collect(await reply.json().catch(() => null), data)
  })
  return { page, data, person }
}

/** Sentences are none: they are to carry the mark. */
const SENTENCES = new Set(['message', 'errors', 'text', 'html', 'subject'])

function collect(value: unknown, data: Set<string>): void {
  if (typeof value === 'string') data.add(value.trim())
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (!SENTENCES.has(name)) collect(part, data)
  }
}

/** What is shown or read out without the mark, and is neither data, a figure nor a name. */
async function unmarked(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  // Moments are in the browser's words; the note for old browsers needs no catalogue, nor script.
  const shown = await shownTexts(page, 'script, style, time, .outdated')
  // The page wraps parts of a name.
  const isData = (text: string) => [...data].some((known) => known.includes(text))
  const isMoment = (text: string) =>
    /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/.test(text)
  const isFine = (text: string) =>
    !/\p{L}/u.test(text) ||
    MARKED.test(text) ||
    isData(text) ||
    isMoment(text) ||
    NAMES.includes(text)
  return [...new Set(shown)].filter((text) => !isFine(text))
}
