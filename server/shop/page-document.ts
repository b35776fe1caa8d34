/** The page's HTML in the name of the shop, with its settings, so that the first paint has them. */
import { bothNames, DEFAULT_NAMES, isDefault } from '#contract/brand.ts'
import { languageOf } from '#contract/locale.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { escapeHtml } from '../emails/email-template.ts'

/** @param html as it was built, which says Barq. */
export function fillDocument(html: string, config: ShopConfig): string {
  // Within a script element nothing but its end is read as HTML.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  return inLanguage(named(html, config), config).replace(
    '<script src="/boot.js"',
    (boot) => `<script id="config" type="application/json">${json}</script>\n    ${boot}`,
  )
}

function named(html: string, { brand }: ShopConfig): string {
  const both = escapeHtml(bothNames(brand))
  const words = brand.tagline
    ? html.replace('phones, accessories and electronics.', () => escapeHtml(brand.tagline))
    : html
  if (isDefault(brand)) return words
  const { name, name_ar } = DEFAULT_NAMES
  return words
    .replaceAll(`${name} ${name_ar}`, () => both)
    .replaceAll(`${name} (${name_ar})`, () => both)
    .replaceAll(name, () => escapeHtml(brand.name))
    .replaceAll(name_ar, () => escapeHtml(brand.name_ar))
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
