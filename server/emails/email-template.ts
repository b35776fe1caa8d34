/** One plain layout for every e-mail, as text and as HTML, in the direction of its language. */
import { type Locale, languageOf } from '#contract/locale.ts'

export interface Email {
  subject: string
  text: string
  html: string
}

export interface EmailParts {
  subject: string
  greeting: string
  /** The action follows the first paragraph. */
  paragraphs: [string, ...string[]]
  action: { label: string; link: string }
}

/** Every part is escaped; the link must be one built by the shop. */
export function renderEmail(locale: Locale, parts: EmailParts): Email {
  const { subject, greeting, paragraphs, action } = parts
  const [first, ...rest] = paragraphs
  return {
    subject,
    text: [greeting, first, action.link, ...rest, 'Barq برق'].join('\n\n'),
    html: `<!doctype html>
<html lang="${locale}" dir="${languageOf(locale).dir}">
<body style="margin:0;padding:24px;background:#f2f4ef;color:#0c211d;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:14px">
<p style="margin:0 0 16px;font-weight:700">⚡ Barq برق</p>
${paragraph(greeting)}${paragraph(first)}
<p style="margin:0 0 16px"><a href="${escapeHtml(action.link)}" style="display:inline-block;padding:12px 20px;background:#0b3b35;color:#e9ff70;border-radius:8px;text-decoration:none">${escapeHtml(action.label)}</a></p>
${rest.map(paragraph).join('')}
</div>
</body>
</html>`,
  }
}

/** Keeps left-to-right text in its own order within a right-to-left language. */
export function isolated(locale: Locale, text: string): string {
  return languageOf(locale).dir === 'rtl' ? `\u2066${text}\u2069` : text
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
