/**
 * The mutations of the SQL in one template: each condition dropped, each comparison moved by one,
 * each lock and each `on conflict ... do nothing` removed. All results parse, so only a test of the
 * behaviour can notice them.
 */
import type { Span } from './mutant.ts'

export interface SqlChange {
  operator: string
  /** The original text, for people. */
  original: string
  /** In order, without overlap. */
  edits: Array<Span & { text: string }>
}

/** Matches the end of a condition at the same depth. */
const END =
  /^(and|or|order by|group by|having|returning|limit|for (no key )?update|for share|union|on conflict|do nothing|do update|from|where|left join|join|then|else|end|set)\b/

const REPLACED: ReadonlyArray<[operator: string, pattern: RegExp, text: string]> = [
  ['SqlComparison', / <= /g, ' < '],
  ['SqlComparison', / >= /g, ' > '],
  ['SqlComparison', / < /g, ' <= '],
  ['SqlComparison', / > /g, ' >= '],
  ['SqlComparison', / <> /g, ' = '],
  ['SqlNull', / is null\b/g, ' is not null'],
  ['SqlNull', / is not null\b/g, ' is null'],
  ['SqlExists', /\bnot exists\b/g, 'exists'],
  ['SqlLock', /\bfor (no key )?update skip locked\b/g, ''],
  ['SqlLock', /\bfor (no key )?update( of \w+)?(?! skip)\b/g, ''],
  ['SqlLock', /\bfor share\b/g, ''],
  ['SqlLock', /(?<=update )skip locked\b/g, ''],
  ['SqlArithmetic', / \+ /g, ' - '],
  ['SqlArithmetic', / - /g, ' + '],
  ['SqlArithmetic', /(?<!select) \* /g, ' + '],
  ['SqlOrder', / desc\b/g, ' asc'],
  ['SqlBoolean', /, true\)/g, ', false)'],
  ['SqlBoolean', /, false\)/g, ', true)'],
]

/**
 * @param span of the text between the backticks.
 * @param holes the `${...}` in it, which are not changed.
 */
export function sqlChanges(source: string, span: Span, holes: readonly Span[]): SqlChange[] {
  const text = masked(source, span, holes)
  const original = (from: number, to: number) =>
    source.slice(span.start + from, span.start + to).replace(/\s+/g, ' ')
  const replaced = REPLACED.flatMap(([operator, pattern, other]) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({
      operator,
      original: original(Math.max(0, index - 20), index + length + 10),
      edits: [{ start: span.start + index, end: span.start + index + length, text: other }],
    })),
  )
  const dropped = conditions(text).map(({ start, end }) => ({
    operator: 'SqlCondition',
    original: original(start, end),
    edits: [
      { start: span.start + start, end: span.start + start, text: '(true or (' },
      { start: span.start + end, end: span.start + end, text: '))' },
    ],
  }))
  return [...replaced, ...dropped]
}

/** The text with everything that is not SQL masked, at unchanged positions. */
function masked(source: string, span: Span, holes: readonly Span[]): string {
  let text = source.slice(span.start, span.end)
  for (const { start, end } of holes) {
    const [from, to] = [start - span.start, end - span.start]
    text = text.slice(0, from) + '§'.repeat(to - from) + text.slice(to)
  }
  return text.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
}

/** Each term of `where a and b`, of `filter (where a)` and of `on conflict (x) where a`. */
function conditions(text: string): Span[] {
  return [...text.matchAll(/\b(where|and)\s+/g)].flatMap(({ index, 0: { length } }) => {
    const start = index + length
    const end = start + lengthOfTerm(text.slice(start))
    // `on conflict (key) where ...` names an index; a term without text is inside a hole.
    const isIndex = /on conflict \([\w, ]+\)\s+$/.test(text.slice(0, index))
    return isIndex || text.slice(start, end).trim() === '' ? [] : [{ start, end }]
  })
}

function lengthOfTerm(rest: string): number {
  let depth = 0
  for (let at = 0; at < rest.length; at++) {
    const letter = rest[at]
    if (letter === '(') depth++
    if (letter === ')' && --depth < 0) return at
    const begins = depth === 0 && /(?<!distinct)\s$/.test(rest.slice(0, at))
    if (begins && END.test(rest.slice(at))) return rest.slice(0, at).trimEnd().length
    if (depth === 0 && letter === ',') return at
  }
  return rest.trimEnd().length
}
