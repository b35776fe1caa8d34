/** The page's HTML in the name of the shop, with its settings, so that the first paint has them. */
import { bothNames, DEFAULT_NAMES } from '#contract/brand.ts'
import { languageOf } from '#contract/locale.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { paletteOf } from '#contract/theme.ts'
import { escapeHtml } from '../emails/email-template.ts'

const TAGLINE = 'phones, accessories and electronics.'
const WORDS = new RegExp(`Barq برق|Barq \\(برق\\)|Barq|برق|${TAGLINE.replace('.', '\\.')}`, 'g')

/** @param html as it was built, which says Barq. */
export function fillDocument(html: string, config: ShopConfig): string {
  // Within a script element nothing but its end is read as HTML.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const filled = closed(inColour(inLanguage(named(html, config), config), config), config)
  return filled.replace(
    '<script src="/boot.js"',
    (boot) => `<script id="config" type="application/json">${json}</script>\n    ${boot}`,
  )
}

function named(html: string, { brand }: ShopConfig): string {
  const { name, name_ar } = DEFAULT_NAMES
  if (brand.name === name && brand.name_ar === name_ar && !brand.tagline) return html
  const own: Record<string, string> = {
    [name]: brand.name,
    [name_ar]: brand.name_ar,
    ...(brand.tagline && { [TAGLINE]: brand.tagline }),
  }
  // In one pass: the shop's own words may say Barq.
  return html.replace(WORDS, (word) => escapeHtml(own[word] ?? bothNames(brand)))
}

/** The shop's own language goes before that of the browser; see web/public/boot.js. */
function inLanguage(html: string, { locale }: ShopConfig): string {
  if (!locale) return html
  const { dir } = languageOf(locale)
  return html.replace(
    'lang="en" dir="ltr"',
    `data-locale="${locale}" lang="${locale}" dir="${dir}"`,
  )
}

/** A style sheet of its own, which the first paint waits for: the page's policy allows no inline styles. */
function inColour(html: string, { accent }: ShopConfig): string {
  if (!accent) return html
  const link = `<link rel="stylesheet" href="/api/theme/${accent.slice(1)}" />`
  return html
    .replace('content="#0B3B35"', `content="${paletteOf(accent).storm}"`)
    .replace('<title>', `${link}\n    <title>`)
}

/** Above the page and before its scripts: nothing moves when they run. */
function closed(html: string, { maintenance }: ShopConfig): string {
  if (!maintenance) return html
  const { text, text_ar } = maintenance
  const notice = `<div class="closed" role="note">
      <p lang="en">${escapeHtml(text)}</p>
      <p lang="ar" dir="rtl">${escapeHtml(text_ar)}</p>
    </div>`
  return html.replace('<div id="root">', (root) => `${notice}\n    ${root}`)
}
