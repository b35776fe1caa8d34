/** Converts markup in other shops' exports to plain text. */
import { decodeHTMLStrict } from 'entities'

const BLOCKS =
  /^(address|article|blockquote|br|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul)$/
const INLINES =
  /^(a|abbr|b|big|body|button|center|cite|code|del|em|font|head|html|i|iframe|img|ins|kbd|label|link|mark|meta|picture|q|s|small|source|span|strike|strong|sub|sup|td|th|title|u|video)$/
const TAG = /<\/?([a-z][a-z0-9]{0,11})\b([^<>]*)>/gi

/** The text without tags, one line per block. Not every angle bracket is part of a tag, as in "< 500 g & > 100 g". */
export function toText(markup: string): string {
  if (!/[<&]/.test(markup)) return markup
  const bare = HIDDEN.reduce(without, markup).replace(TAG, (tag, name, rest) => {
    const element = name.toLowerCase()
    // Attributes have values: "a <b or c> d" is not a tag.
    if (!/^\s*\/?$/.test(rest) && !rest.includes('=')) return tag
    if (!BLOCKS.test(element) && !INLINES.test(element)) return tag
    if (BLOCKS.test(element)) return '\n'
    return /^<t[dh]/i.test(tag) ? ' ' : ''
  })
  return decoded(bare === markup ? markup : linesOf(bare).join('\n'))
}

/** Encodes a string so that `toText` returns the original. */
export function toMarkup(text: string): string {
  return toText(text) === text ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Whether the cells of a product column may contain markup. */
export const isMarkup = (column: string): boolean =>
  /^(?:(?:name|description|seller)(?:_ar)?|brand|sub_category|attribute(?:_ar)?\..*)$/i.test(column)

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/** The start and end of each kind of markup whose content is not shown. */
const HIDDEN = [
  [/<script\b/i, '</script>'],
  [/<style\b/i, '</style>'],
  [/<!--/, '-->'],
] as const

function without(markup: string, [start, end]: (typeof HIDDEN)[number]): string {
  const [before = '', ...others] = markup.split(start)
  const after = others.map((other) => {
    const at = other.toLowerCase().indexOf(end)
    return at < 0 ? other : other.slice(at + end.length)
  })
  return before + after.join('')
}

/** Decodes HTML entities, leaving unknown ones unchanged. */
function decoded(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi, (entity) => {
    const character = decodeHTMLStrict(entity)
    // The decoder returns U+FFFD for an invalid character code.
    return character === '\ufffd' || character < ' ' ? entity : character.replaceAll('\u00a0', ' ')
  })
}
