import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { DEFAULT_NAMES } from '#contract/brand.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { fillDocument } from './page-document.ts'

const HTML = await readFile('web/index.html', 'utf8')
const BRAND = { ...DEFAULT_NAMES, tagline: '', tagline_ar: '', logo: null }

function fill(
  brand: Partial<ShopConfig['brand']>,
  locale: ShopConfig['locale'] = null,
  accent: string | null = null,
): string {
  return fillDocument(HTML, { brand: { ...BRAND, ...brand }, locale, accent } as ShopConfig)
}

it('a document has the settings of the shop before any script runs', () => {
  const [, json = ''] =
    /<script id="config" type="application\/json">(.*?)<\/script>/.exec(fill({})) ?? []
  expect(JSON.parse(json)).toEqual({ brand: BRAND, locale: null, accent: null })
  expect(fill({})).toContain('<title>Barq برق</title>')
})

it('a shop of another name is nowhere called Barq', () => {
  const named = fill({ name: 'Noor & Co', name_ar: 'نور', tagline: 'Lamps $& more' })
  expect(named).not.toMatch(/Barq|برق/)
  expect(named).toContain('<title>Noor &amp; Co نور</title>')
  expect(named).toContain('content="Noor &amp; Co نور: Lamps $&amp; more"')
  expect(fill({ name: 'Noor', name_ar: 'Noor' })).toContain('<title>Noor</title>')
  expect(fill({ name: 'Barq Mobile' })).toContain('<title>Barq Mobile برق</title>')
  expect(fill({ name_ar: 'نور' })).toContain('<title>Barq نور</title>')
})

it('no text of the owner ends the script or an element', () => {
  const name = '</script></title><script>alert(1)</script>'
  const filled = fill({ name, name_ar: name, tagline: name })
  expect(filled.match(/<script/g)).toHaveLength((HTML.match(/<script/g)?.length ?? 0) + 1)
  expect(filled).not.toContain('alert(1)</script>')
})

it('begins in the first language of the shop', () => {
  expect(fill({}, 'ar')).toContain('<html data-locale="ar" lang="ar" dir="rtl">')
})

it('begins in the language of its address, whatever was chosen before', () => {
  const built = HTML.replace('<html', '<html data-languages="en:ltr ar:rtl"')
  const filled = fillDocument(built, { brand: BRAND, locale: 'en' } as ShopConfig, 'ar')
  expect(filled).toContain('<html data-languages="ar:rtl" data-locale="ar" lang="ar" dir="rtl">')
})

it('has the color of the shop before the first paint, without an inline style', () => {
  const colored = fill({}, null, '#7a1fa2')
  expect(colored).toContain('<link rel="stylesheet" href="/api/theme/7a1fa2" />')
  expect(colored).not.toContain('#0B3B35')
  expect(colored).not.toMatch(/<style|style=/)
  expect(fill({})).not.toContain('/api/theme')
})

it('says in both languages that the shop is closed, before any script', () => {
  const maintenance = { text: 'Back <at> $& nine', text_ar: 'نعود في التاسعة' }
  const closed = fillDocument(HTML, { brand: BRAND, maintenance } as ShopConfig)
  expect(closed).toContain('<p lang="en">Back &lt;at&gt; $&amp; nine</p>')
  expect(closed).toContain('<p lang="ar" dir="rtl">نعود في التاسعة</p>')
  expect(fill({})).not.toContain('class="closed"')
})
