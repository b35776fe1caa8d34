/** A name in parts: `${head}${separator}${tail}` is the name. */
export interface SplitName {
  head: string
  /** The separator: a space, with a comma if the name has one. */
  separator: string
  /** Distinguishes a product from its variants; null when the name does not end in such a part. */
  tail: string | null
}

const UNIT =
  'GB|gb|TB|tb|MB|mm|cm|m|inch|in|W|mAh|Hz|ml|L|kg|g|جيجابايت|تيرابايت|ميجابايت|ملم|سم|متر|أمتار|بوصة|واط|هرتز|لتر|كجم'

/** Each must be preceded by the head and reach the end of the name. */
const TAILS = [
  // In parentheses: `(body only)`.
  / (\([^()]+\))$/,
  // After the last comma, of either language.
  /[,،] ([^,،]+)$/,
  // An Arabic measure with its lead-in, whose number may be a word: `بطول مترين`.
  / ((?:سعة|بسعة|بقدرة|بدقة|بطول|بمقاس) \S+(?: \S+)?)$/,
  // A number with its unit, and a colour of at most two words.
  new RegExp(` (\\d[\\d.,/+]*\\s?(?:${UNIT})(?: \\S+){0,2})$`),
]

/** A longer part is a clause, which does not fit on a line of its own. */
const TAIL_MAX = 24

/**
 * Splits the distinguishing end off a product's name (a capacity, a size, a pack), so that a list
 * that cuts long names can keep it: `Orvane One Pro 5G` and `256 GB`.
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
