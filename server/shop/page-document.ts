/** Fills the page's HTML with the shop's name and settings, so that they are there on the first paint. */
import { bothNames, DEFAULT_NAMES } from '#contract/brand.ts'
import { LOCALE_CODES, type Locale, languageOf } from '#contract/locale.ts'
import {
  PICTURE_FORMATS,
  PICTURE_RATIOS,
  PICTURE_WIDTHS,
  pictureKey,
  pictureSrcSet,
  pictureUrl,
} from '#contract/pictures.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { paletteOf } from '#contract/theme.ts'
import { escapeHtml } from '../emails/email-template.ts'
import { translate } from '../platform/words/translate.ts'
import type { PageContent } from './page-content.ts'
import type { FirstPicture, PageData } from './page-data.ts'
import { absolute, addressOf, type Reader } from './page-facts.ts'

const TAGLINE = 'phones, accessories and electronics.'
const WORDS = new RegExp(`Barq برق|Barq \\(برق\\)|Barq|برق|${TAGLINE.replace('.', '\\.')}`, 'g')

/**
 * @param html the built document, with the name Barq.
 * @param asked the language named in the URL; null if it names none.
 */
export function fillDocument(
  html: string,
  config: ShopConfig,
  asked: Locale | null = null,
): string {
  const json = asScript(config)
  const spoken = inLanguage(named(html, config), config, asked)
  const filled = closed(inColor(spoken, config), config)
  return filled.replace(
    '<script src="/boot.js"',
    (boot) => `<script id="config" type="application/json">${json}</script>\n    ${boot}`,
  )
}

/**
 * Adds the page's metadata and content for programs that run no script.
 * @param html filled with the settings.
 */
export function describePage(html: string, content: PageContent, reader: Reader): string {
  const { config, publicUrl } = reader
  const { title: page, description, caption = description, path, picture, facts } = content
  const shop = bothNames(config.brand)
  const url = addressOf(reader, path)
  const properties = {
    'og:type': 'website',
    'og:url': url,
    'og:site_name': shop,
    'og:title': page ?? shop,
    ...(caption && { 'og:description': caption }),
    ...(picture && shownLarge(picture, publicUrl)),
  }
  const head = [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(absolute(publicUrl, path))}">`,
    ...LOCALE_CODES.map((code) => {
      const other = addressOf({ ...reader, locale: code }, path)
      return `<link rel="alternate" hreflang="${code}" href="${escapeHtml(other)}">`
    }),
    ...Object.entries(properties).map(
      ([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`,
    ),
    ...(picture ? ['<meta name="twitter:card" content="summary_large_image">'] : []),
    ...(facts.length > 0
      ? [
          `<script type="application/ld+json">${asScript({ '@context': 'https://schema.org', '@graph': facts })}</script>`,
        ]
      : []),
  ]
  return sayPlainly(html, content, reader)
    .replace(DESCRIPTION, (own) =>
      description ? `<meta name="description" content="${escapeHtml(description)}">` : own,
    )
    .replace('</head>', (end) => `${head.join('\n    ')}\n  ${end}`)
}

/** Sets the document's language and adds the page's title and its content for browsers without script. */
export function sayPlainly(
  html: string,
  { title: page, body }: Pick<PageContent, 'title' | 'body'>,
  { config, locale }: Reader,
): string {
  const shop = bothNames(config.brand)
  const title = page && translate(locale, { id: 'shop.title', values: { page, shop } })
  return html
    .replace(OPEN_LANGUAGE, `lang="${locale}" dir="${languageOf(locale).dir}"`)
    .replace(TITLE, (own) => (title ? `<title>${escapeHtml(title)}</title>` : own))
    .replace('</body>', (end) =>
      body ? `<noscript><div class="container plain">${body}</div></noscript>\n  ${end}` : end,
    )
}

function shownLarge({ url, shape }: FirstPicture, publicUrl: string) {
  const key = pictureKey(url)
  const width = Math.max(...PICTURE_WIDTHS[shape])
  return {
    'og:image': absolute(publicUrl, key ? pictureUrl(key, width, 'webp') : url),
    ...(key && {
      'og:image:width': String(width),
      'og:image:height': String(Math.round(width * PICTURE_RATIOS[shape])),
    }),
  }
}

/**
 * Embeds the responses that the first screen would request (web/api/from-document.ts), and preloads the screen's first
 * picture before any script runs.
 * @param html filled with the settings.
 */
export function bringData(html: string, { answers, first }: PageData): string {
  const key = first && pictureKey(first.url)
  const link =
    key &&
    `<link rel="preload" as="image" type="image/${PICTURE_FORMATS[0]}" fetchpriority="high" imagesrcset="${pictureSrcSet(key, first.shape, PICTURE_FORMATS[0])}" imagesizes="${first.sizes}">`
  return html
    .replace('<html', '<html data-answered')
    .replace('<title>', (title) => (link ? `${link}\n    ${title}` : title))
    .replace(
      '</body>',
      (end) =>
        `<script id="answers" type="application/json">${asScript(answers)}</script>\n  ${end}`,
    )
}

/**
 * Adds the first screen as rendered by React (web/render.tsx); public/boot.js completes it. Styles become data
 * attributes, because the content security policy forbids inline styles. The scripts, which only hydrate the screen,
 * wait in a template until it is painted.
 */
export function insertScreen(html: string, screen: string, locale: Locale): string {
  // Matches attributes only: in texts and attribute values, React escapes quotes.
  const rendered = screen.replaceAll(' style="', ' data-style="')
  const scripts: string[] = []
  return html
    .replace('<html', `<html data-rendered="${locale}"`)
    .replaceAll(SCRIPTS, (script) => {
      scripts.push(script)
      return ''
    })
    .replace('</head>', (end) => `<template id="scripts">${scripts.join('')}</template>\n  ${end}`)
    .replace('<div id="root">', (root) => `${root}${rendered}`)
}

const SCRIPTS = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g

/**
 * The language attributes of the built document, which `fillDocument` leaves to the browser unless the shop or the URL
 * names a language.
 */
const OPEN_LANGUAGE = 'lang="en" dir="ltr"'
const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /<meta\s+name="description"\s[^>]*>/

/** JSON for a script element, without `<`, which could begin its end tag. */
function asScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function named(html: string, { brand }: ShopConfig): string {
  const { name, name_ar } = DEFAULT_NAMES
  if (brand.name === name && brand.name_ar === name_ar && !brand.tagline) return html
  const own: Record<string, string> = {
    [name]: brand.name,
    [name_ar]: brand.name_ar,
    ...(brand.tagline && { [TAGLINE]: brand.tagline }),
  }
  // Replaced in one pass, because the shop's own words may contain Barq.
  return html.replace(WORDS, (word) => escapeHtml(own[word] ?? bothNames(brand)))
}

/**
 * The shop's own language takes precedence over the browser's. A language in the URL becomes the document's only
 * language, so that it also takes precedence over a language chosen earlier (web/public/boot.js).
 */
function inLanguage(html: string, config: ShopConfig, asked: Locale | null): string {
  const locale = asked ?? config.locale
  if (!locale) return html
  const { dir } = languageOf(locale)
  return html
    .replace(OPEN_LANGUAGE, `data-locale="${locale}" lang="${locale}" dir="${dir}"`)
    .replace(/data-languages="[^"]*"/, (all) => (asked ? `data-languages="${asked}:${dir}"` : all))
}

/**
 * Adds the shop's color in a separate style sheet, because the content security policy forbids inline styles. The first
 * paint waits for it.
 */
function inColor(html: string, { accent }: ShopConfig): string {
  if (!accent) return html
  const link = `<link rel="stylesheet" href="/api/theme/${accent.slice(1)}" />`
  return html
    .replace('content="#0B3B35"', `content="${paletteOf(accent).storm}"`)
    .replace('<title>', `${link}\n    <title>`)
}

/** Adds the notice of a closed shop above the page and before its scripts, so that nothing moves when they run. */
function closed(html: string, { maintenance }: ShopConfig): string {
  if (!maintenance) return html
  const { text, text_ar } = maintenance
  const notice = `<div class="closed" role="note">
      <p lang="en">${escapeHtml(text)}</p>
      <p lang="ar" dir="rtl">${escapeHtml(text_ar)}</p>
    </div>`
  return html.replace('<div id="root">', (root) => `${notice}\n    ${root}`)
}
