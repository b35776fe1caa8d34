/** What to suggest when a search finds nothing. */
import { sql } from 'kysely'
import { all } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { editDistance } from '../../platform/edit-distance.ts'
import { type Filters, firstHitsOf } from '../listing/filters.ts'
import { readTokens, wantedOf } from './query.ts'
import type { MatchKind, Token } from './token.ts'

/** The maximum edit distance for a suggestion; a search allows less. */
const DISTANCE_MAX = 2
const ATTEMPTS_MAX = 4
const ALIKE: ReadonlySet<MatchKind> = new Set(['longer', 'near', 'phonetic', 'echo'])

/** The search with its words corrected, then shortened until it finds something; null if no attempt finds anything. */
export async function correctSearch(
  db: Handle,
  tokens: readonly Token[],
  filters: Filters,
): Promise<string | null> {
  const words = wantedOf(tokens)
    .map((token) => ({ typed: token.text, word: bestWord(token) }))
    .filter((one): one is { typed: string; word: string } => one.word !== null)
  const typed = tokens.map(({ text }) => text).join(' ')
  // The last word is the most specific, so it is dropped first.
  for (let size = words.length; size > 0 && words.length - size < ATTEMPTS_MAX; size--) {
    const kept = words.slice(0, size).map(({ word }) => word)
    const text = kept.join(' ')
    if (text !== typed && (await findsAny(db, kept, filters))) return text.replaceAll('_', '.')
  }
  return null
}

function bestWord({ text, matches }: Token): string | null {
  const known = matches.find(({ kind }) => kind === 'exact')
  if (known) return known.word
  const reach = text.length < 4 ? 0 : text.length < 6 ? 1 : DISTANCE_MAX
  const near = matches
    .filter(({ kind }) => ALIKE.has(kind))
    .map((match) => ({ ...match, distance: editDistance(text, match.word) }))
    .filter(({ kind, distance }) => kind !== 'near' || distance <= reach)
    .sort((one, other) => one.distance - other.distance || other.products - one.products)
  return near[0]?.word ?? null
}

async function findsAny(db: Handle, words: readonly string[], filters: Filters): Promise<boolean> {
  const same = words.map((word) => ({
    text: word,
    matches: [{ kind: 'exact' as const, word, products: 1 }],
  }))
  const query = readTokens(same, { typing: false, wide: false })
  if (!query) return false
  const { rows } = await sql`
    select from ${firstHitsOf(query.any)} where ${all(filters.conditions)} limit 1`.execute(db)
  return rows.length > 0
}
