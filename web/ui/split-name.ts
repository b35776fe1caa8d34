/** The parts of a name: `head`, `separator` and `tail` together make up the whole name. */
export interface SplitName {
  head: string
  /** The separator: a space, preceded by a comma if the name has one there; empty if there is no tail. */
  separator: string
  /** The end of the name, if it tells the product from its variants; otherwise null. */
  tail: string | null
}

const UNIT =
  'GB|gb|TB|tb|MB|mm|cm|m|inch|in|W|mAh|Hz|ml|L|kg|g|جيجابايت|تيرابايت|ميجابايت|ملم|سم|متر|أمتار|بوصة|واط|هرتز|لتر|كجم'

/** The patterns for tails. Each matches from a separator to the end of the name. */
const TAILS = [
  // In parentheses, such as `(body only)`.
  / (\([^()]+\))$/,
  // After the last comma, Latin or Arabic.
  /[,،] ([^,،]+)$/,
  // An Arabic measure with the word that introduces it; the number may be a word, such as in `بطول مترين`.
  / ((?:سعة|بسعة|بقدرة|بدقة|بطول|بمقاس) \S+(?: \S+)?)$/,
  // A number with its unit, optionally with a color of at most two words.
  new RegExp(` (\\d[\\d.,/+]*\\s?(?:${UNIT})(?: \\S+){0,2})$`),
]

/** The maximum length of a tail in characters: anything longer is a clause and does not fit on its own line. */
const TAIL_MAX = 24

/**
 * Splits off the end of a product's name if it tells variants apart (a capacity, a size, a pack), so that lists can
 * keep it when they truncate long names. `Orvane One Pro 5G, 256 GB` becomes `Orvane One Pro 5G` and `256 GB`.
 */
export function splitName(name: string): SplitName {
  for (const pattern of TAILS) {
    const tail = pattern.exec(name)?.[1]
    if (tail && tail.length <= TAIL_MAX) {
      const rest = name.slice(0, -tail.length)
      const head = rest.replace(/[,،]?\s*$/, '')
      return { head, separator: rest.slice(head.length), tail }
    }
  }
  return { head: name, separator: '', tail: null }
}
