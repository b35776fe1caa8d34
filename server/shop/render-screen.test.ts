import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { RenderInput } from '#contract/rendering.ts'
import { ensureRendererBuilt } from '../../scripts/setup.mjs'
import { createRenderer, RENDERER } from './render-screen.ts'

const LIST = '/api/products?limit=24&category=Phones&group=family&sort=relevance&facets=true'
const EN = inputIn('en', 'USD')
const warn = vi.fn()

beforeAll(async () => {
  ensureRendererBuilt(process.execPath)
  // Loads the program first, because on a busy machine this takes longer than a screen may wait.
  await createRenderer(RENDERER, warn)(EN)
})
beforeEach(() => void warn.mockClear())

// What the program logs would be in the shop's log for every screen.
const log = vi.spyOn(console, 'error')
afterEach(() => expect(log.mock.calls).toEqual([]))
afterAll(() => log.mockRestore())

function inputIn(locale: 'en' | 'ar', currency: string): RenderInput {
  const product = {
    id: 7,
    name: 'Lamp',
    name_ar: 'مصباح',
    price: 1234.5,
    quantity: 3,
    rating: 4,
    ratings: 4,
    category: 'Phones',
    seller: 'Noor',
    profileImage: null,
    created_at: new Date(),
  }
  const config = {
    brand: { name: 'Noor', name_ar: 'نور' },
    visitors: 'browse',
    currency,
    currencyDigits: 2,
    categories: [],
    contact: {},
    legal: [],
  }
  return {
    path: '/product-by-categroy/Phones?',
    locale,
    config: config as never,
    answers: { [LIST]: { products: [product], total: 1, facets: { category: {} } } },
  }
}

it('two screens at once are rendered each in its language and currency', async () => {
  const render = createRenderer(RENDERER, warn)
  const [arabic, english] = await Promise.all([render(inputIn('ar', 'AED')), render(EN)])
  expect(warn.mock.calls).toEqual([])
  expect(arabic).toMatch(/1,234\.50\sد\.إ/)
  expect(arabic).toContain('أضف إلى السلة')
  expect(arabic).not.toMatch(/Lamp|\$1/)
  expect(english).toContain('$1,234.50')
  expect(english).toContain('Add to cart')
  expect(english).not.toMatch(/مصباح|د\.إ/)
  // The content security policy allows no inline styles, so widths must be attributes.
  expect(english).toContain('<svg width="80%"')
  // Only the browser's clock decides which products are new.
  expect(english).not.toContain('>New<')
})

it('a screen is the same with the header that was rendered for another, in its language and settings', async () => {
  const render = createRenderer(RENDERER, warn)
  const arabic = inputIn('ar', 'USD')
  const english: RenderInput = { ...arabic, locale: 'en' }
  const brand = { ...english.config.brand, name: 'Layla' }
  const renamed: RenderInput = { ...english, config: { ...english.config, brand } }
  const screens = [arabic, english, renamed]
  const alone = []
  for (const screen of screens)
    alone.push(await render({ ...screen, config: { ...screen.config } }))
  expect(alone[2]).toContain('Layla')

  const rendered = []
  for (const one of [arabic, english])
    await render({ ...one, path: '/user/product/show?', answers: {} })
  for (const screen of screens) rendered.push(await render(screen))
  expect(rendered).toEqual(alone)
})

it.for(['/sign-in', '/sign-up'])('%s is rendered with its form', async (path) => {
  const answers = { '/api/shop-window': { slides: [], partners: [] } }
  const rendered = await createRenderer(RENDERER, warn)({ ...EN, path, answers })
  expect(warn.mock.calls).toEqual([])
  expect(rendered).toMatch(/<input [^>]*name="password"/)
})

it('a screen that fails is left to the browser, and the next one is rendered', async () => {
  // React logs the error itself.
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const render = createRenderer(RENDERER, warn)
  expect(await render({ ...EN, answers: { [LIST]: { products: [null] } } })).toBeNull()
  expect(warn).toHaveBeenCalledOnce()
  expect(await render(EN)).toContain('Lamp')
  logged.mockRestore()
})

it('a program that is missing is tried again after a while', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'barq-render-'))
  const file = join(folder, 'render.mjs')
  const at = pathToFileURL(file).href
  const [patient, eager] = [createRenderer(at, warn), createRenderer(at, warn, 0)]
  expect([await patient(EN), await eager(EN)]).toEqual([null, null])
  await writeFile(file, 'export const render = () => "rendered"')
  expect([await patient(EN), await eager(EN)]).toEqual([null, 'rendered'])
  expect(warn).toHaveBeenCalledTimes(2)
  await rm(folder, { recursive: true })
})
