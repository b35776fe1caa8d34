/**
 * One plain layout for every email, as text and as HTML, in the direction of its language. Styles are inline, as mail
 * clients require; for clients with a dark mode, a style sheet overrides the colors by class.
 */

import { FLASH, STORM } from '#contract/brand.ts'
import { type Locale, languageOf } from '#contract/locale.ts'
import { type Palette, paletteOf } from '#contract/theme.ts'

export interface Email {
  /** The shop's name in the email's language: the sender, unless `MAIL_FROM` names another. */
  sender: string
  subject: string
  text: string
  html: string
}

export interface EmailParts {
  /** The shop's name in the email's language. */
  sender: string
  /** The shop's name, in both scripts. */
  shop: string
  /** The shop's color as #rrggbb; null for the default colors. */
  accent: string | null
  subject: string
  greeting: string
  /** The first paragraph comes before the table, the other paragraphs after the action. */
  paragraphs: [string, ...string[]]
  table?: EmailTable | null
  /** Shown between the table and the action. */
  blocks?: readonly EmailBlock[]
  action: { label: string; link: string }
}

/** The first column contains names in any script, the others amounts and counts. */
export interface EmailTable {
  head: readonly [string, ...string[]]
  rows: readonly EmailRow[]
  foot: ReadonlyArray<{ label: string; amount: string }>
}

interface EmailRow {
  name: string
  /** Shown below the name, left-to-right in every language. */
  note?: string
  link: string
  cells: readonly string[]
}

/** Short lines under a title, such as an address. */
export interface EmailBlock {
  title: string
  lines: readonly EmailLine[]
}

/** A line of text, or a link; `text` and `link` may be the same. */
export type EmailLine = string | { text: string; link: string }

/** Escapes all values in the HTML. Does not check the links, which the shop built or staff entered. */
export function renderEmail(locale: Locale, parts: EmailParts): Email {
  const { sender, subject } = parts
  return { sender, subject, text: asText(locale, parts), html: asHtml(locale, parts) }
}

/** Keeps left-to-right text from being reordered within a right-to-left language. */
export function isolated(locale: Locale, text: string): string {
  return isRightToLeft(locale) ? `\u2066${text}\u2069` : text
}

/** Keeps a name, whatever its script, from reordering the text around it. */
export function isolatedName(locale: Locale, name: string): string {
  return isRightToLeft(locale) ? `\u2068${name}\u2069` : name
}

function asText(locale: Locale, parts: EmailParts): string {
  const { greeting, paragraphs, table, blocks = [], action } = parts
  const [first, ...rest] = paragraphs
  return [
    greeting,
    first,
    ...(table ? [tableAsText(locale, table)] : []),
    ...blocks.map(({ title, lines }) =>
      [`${title}:`, ...lines.flatMap((line) => lineAsText(line, action.link))].join('\n'),
    ),
    // After a table, a bare link would not say what it is for.
    table ? `${action.label}:\n${action.link}` : action.link,
    ...rest,
    parts.shop,
  ].join('\n\n')
}

/** @param written the link that the email has elsewhere */
function lineAsText(line: EmailLine, written: string): string[] {
  if (typeof line === 'string') return [line]
  const { text, link } = line
  return text === link || link === written ? [text] : [text, link]
}

function tableAsText(locale: Locale, { head, rows, foot }: EmailTable): string {
  const lines = rows.map(({ name, note, cells }) => {
    const facts = cells.map((cell, index) => `${head[index + 1]}: ${isolated(locale, cell)}`)
    const all = note ? [isolated(locale, note), ...facts] : facts
    return `- ${isolatedName(locale, name)}\n  ${all.join(' · ')}`
  })
  const sums = foot.map(({ label, amount }) => `${label}: ${isolated(locale, amount)}`)
  return [...lines, ...sums].join('\n')
}

const OWN: Colors = { storm: STORM, flash: FLASH }

type Colors = Pick<Palette, 'storm' | 'flash'>

const dark = ({ storm, flash }: Colors) => `<style>
@media (prefers-color-scheme: dark) {
.page { background: #0c1614 !important; color: #e7efe9 !important }
.card { background: #16231f !important }
.line { border-color: #33453f !important }
.soft { color: #a9b8b1 !important }
.link { color: ${flash} !important }
.button { background: ${flash} !important; color: ${storm} !important }
}
</style>`

function asHtml(locale: Locale, parts: EmailParts): string {
  const { greeting, paragraphs, table, blocks = [], action } = parts
  const [first, ...rest] = paragraphs
  const { dir } = languageOf(locale)
  const colors = parts.accent ? paletteOf(parts.accent) : OWN
  return `<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(parts.subject)}</title>
${dark(colors)}
</head>
<body class="page" style="margin:0;padding:16px;background:#f2f4ef;color:#0c211d;font:16px/1.6 system-ui,sans-serif">
<div class="card" lang="${locale}" dir="${dir}" style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:14px;overflow-wrap:anywhere">
<p style="margin:0 0 16px;font-weight:700">${escapeHtml(parts.shop)}</p>
${paragraph(greeting)}${paragraph(first)}${table ? tableAsHtml(locale, table, colors) : ''}${blocks.map((block) => blockAsHtml(block, colors)).join('')}
<p style="margin:0 0 16px"><a class="button" href="${escapeHtml(action.link)}" style="display:inline-block;padding:12px 20px;background:${colors.storm};color:${colors.flash};border-radius:8px;text-decoration:none">${escapeHtml(action.label)}</a></p>
${rest.map(paragraph).join('')}
</div>
</body>
</html>`
}

const CELL = 'padding:8px 4px;border-bottom:1px solid #dfe5dc;vertical-align:top'

function tableAsHtml(locale: Locale, { head, rows, foot }: EmailTable, { storm }: Colors): string {
  const [start, end] = isRightToLeft(locale) ? ['right', 'left'] : ['left', 'right']
  const names = `text-align:${start}`
  const amounts = `text-align:${end};white-space:nowrap`
  const titles = head.map(
    (title, column) =>
      `<th class="line soft" scope="col" style="${CELL};${column === 0 ? names : amounts};font-weight:400;color:#52645d">${escapeHtml(title)}</th>`,
  )
  const lines = rows.map(({ name, note, link, cells }) => {
    const first = `${anchor(isolatedName(locale, name), link, storm)}${note ? soft(isolated(locale, note)) : ''}`
    const others = cells.map(
      (text) =>
        `<td class="line" style="${CELL};${amounts}">${escapeHtml(isolated(locale, text))}</td>`,
    )
    return `<tr><td class="line" style="${CELL};${names}">${first}</td>${others.join('')}</tr>`
  })
  const sums = foot.map(
    ({ label, amount }) =>
      `<tr><th scope="row" colspan="${head.length - 1}" style="padding:8px 4px;${names}">${escapeHtml(label)}</th><td style="padding:8px 4px;${amounts};font-weight:700">${escapeHtml(isolated(locale, amount))}</td></tr>`,
  )
  return `
<table style="width:100%;margin:0 0 16px;border-collapse:collapse;font-size:15px">
<thead><tr>${titles.join('')}</tr></thead>
<tbody>
${[...lines, ...sums].join('\n')}
</tbody>
</table>`
}

function soft(text: string): string {
  return `<br><span class="soft" style="color:#52645d">${escapeHtml(text)}</span>`
}

function anchor(text: string, link: string, color: string): string {
  return `<a class="link" href="${escapeHtml(link)}" style="color:${color}">${escapeHtml(text)}</a>`
}

function blockAsHtml({ title, lines }: EmailBlock, { storm }: Colors): string {
  const asLine = (line: EmailLine) =>
    typeof line === 'string' ? escapeHtml(line) : anchor(line.text, line.link, storm)
  const text = lines.map((line) => `<bdi>${asLine(line)}</bdi>`).join('<br>')
  return `
<p style="margin:0 0 16px"><span class="soft" style="color:#52645d">${escapeHtml(title)}</span><br>${text}</p>`
}

function isRightToLeft(locale: Locale): boolean {
  return languageOf(locale).dir === 'rtl'
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
