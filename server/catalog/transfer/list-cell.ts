/**
 * Lists in a table cell: one entry per line, its parts separated by `|`. A part may contain any character: `\|` is a
 * bar, `\n` a line break, `\s` a space at the start or end of the part, and `\\` a backslash.
 */

const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '|': '\\|',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
const CHARACTERS: Record<string, string> = { n: '\n', r: '\r', t: '\t', s: ' ' }

/** Writes a list without the trailing empty parts of its entries. */
export function writeList(entries: ReadonlyArray<readonly string[]>): string {
  return writeWholeList(entries.map(withoutEnd))
}

/** Like `writeList`, for lists in which an empty part differs from a missing one. */
export function writeWholeList(entries: ReadonlyArray<readonly string[]>): string {
  return entries.map((parts) => parts.map(escaped).join(' | ')).join('\n')
}

/** The parts of every entry, without surrounding spaces; empty lines are skipped. */
export function readList(cell: string): string[][] {
  return cell
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(partsOf)
}

function withoutEnd(parts: readonly string[]): readonly string[] {
  return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1)
}

function escaped(part: string): string {
  return part
    .replaceAll(/[\\|\n\r\t]/g, (character) => ESCAPES[character] ?? character)
    .replace(/^ | $/g, '\\s')
}

function partsOf(line: string): string[] {
  const parts = ['']
  for (const [token] of line.matchAll(/\\.|\||[^\\|]+|\\$/g)) {
    if (token === '|') parts.push('')
    else parts.push(parts.pop() + token)
  }
  return parts.map((part) =>
    part
      .replaceAll(/^[ \t]+|[ \t]+$/g, '')
      .replaceAll(/\\(.)/g, (_, character: string) => CHARACTERS[character] ?? character),
  )
}
