import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Drawing } from '#contract/drawing.ts'
import { ensureDrawingBuilt } from '../../scripts/setup.mjs'
import { createDraw, DRAWING } from './draw-screen.ts'

const LIST = '/api/products?limit=24&category=Phones&group=family&sort=relevance&facets=true'
const EN = drawingIn('en', 'USD')
const warn = vi.fn()

beforeAll(async () => {
  ensureDrawingBuilt(process.execPath)
  // Loads the program first, because on a busy machine this takes longer than a screen may wait.
  await createDraw(DRAWING, warn)(EN)
})
beforeEach(() => void warn.mockClear())

function drawingIn(locale: 'en' | 'ar', currency: string): Drawing {
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

it('two screens at once are drawn each in its language and currency', async () => {
  const draw = createDraw(DRAWING, warn)
  const [arabic, english] = await Promise.all([draw(drawingIn('ar', 'AED')), draw(EN)])
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

it('a screen is the same with the header that was drawn for another, in its language and settings', async () => {
  const draw = createDraw(DRAWING, warn)
  const arabic = drawingIn('ar', 'USD')
  const english: Drawing = { ...arabic, locale: 'en' }
  const brand = { ...english.config.brand, name: 'Layla' }
  const renamed: Drawing = { ...english, config: { ...english.config, brand } }
  const screens = [arabic, english, renamed]
  const alone = []
  for (const screen of screens) alone.push(await draw({ ...screen, config: { ...screen.config } }))
  expect(alone[2]).toContain('Layla')

  const drawn = []
  for (const one of [arabic, english])
    await draw({ ...one, path: '/user/product/show?', answers: {} })
  for (const screen of screens) drawn.push(await draw(screen))
  expect(drawn).toEqual(alone)
})

it.for(['/sign-in', '/sign-up'])('%s is drawn with its form', async (path) => {
  const answers = { '/api/shop-window': { slides: [], partners: [] } }
  const drawn = await createDraw(DRAWING, warn)({ ...EN, path, answers })
  expect(warn.mock.calls).toEqual([])
  expect(drawn).toMatch(/<input [^>]*name="password"/)
})

it('a screen that fails is left to the browser, and the next one is drawn', async () => {
  // React logs the error itself.
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const draw = createDraw(DRAWING, warn)
  expect(await draw({ ...EN, answers: { [LIST]: { products: [null] } } })).toBeNull()
  expect(warn).toHaveBeenCalledOnce()
  expect(await draw(EN)).toContain('Lamp')
  logged.mockRestore()
})

it('a program that is missing is tried again after a while', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'barq-draw-'))
  const file = join(folder, 'draw.mjs')
  const at = pathToFileURL(file).href
  const [patient, eager] = [createDraw(at, warn), createDraw(at, warn, 0)]
  expect([await patient(EN), await eager(EN)]).toEqual([null, null])
  await writeFile(file, 'export const draw = () => "drawn"')
  expect([await patient(EN), await eager(EN)]).toEqual([null, 'drawn'])
  expect(warn).toHaveBeenCalledTimes(2)
  await rm(folder, { recursive: true })
})
