import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createWordSets, has, placesOf } from './word-sets.ts'

const word = fc.constantFrom('one', 'two', '=two', 'three', 'ثلاثة', 'nowhere')

interface Question {
  text: string
  isMatch(words: ReadonlySet<string>): boolean
}

/** Queries, each with a function that returns whether it matches an item's words. */
const { question } = fc.letrec<{ question: Question; single: Question }>((tie) => ({
  single: word.map((one) => ({
    text: `'${one}'`,
    isMatch: (words: ReadonlySet<string>) => words.has(one),
  })),
  question: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('single'),
    tie('question').map((inner) => ({
      text: `!(${inner.text})`,
      isMatch: (words: ReadonlySet<string>) => !inner.isMatch(words),
    })),
    fc.tuple(tie('question'), tie('single')).map(([left, right]) => ({
      text: `(${left.text}) & ${right.text}`,
      isMatch: (words: ReadonlySet<string>) => left.isMatch(words) && right.isMatch(words),
    })),
    // Without parentheses, to test that `&` binds tighter than `|`.
    fc.tuple(tie('single'), tie('single'), tie('single')).map(([left, middle, right]) => ({
      text: `${left.text} | ${middle.text} & ${right.text}`,
      isMatch: (words: ReadonlySet<string>) =>
        left.isMatch(words) || (middle.isMatch(words) && right.isMatch(words)),
    })),
  ),
}))

it('word sets match what the query means, in the order of places', () => {
  const things = fc.array(fc.uniqueArray(word, { maxLength: 4 }), { minLength: 1, maxLength: 100 })
  fc.assert(
    fc.property(things, question, (things, { text, isMatch }) => {
      const sets = createWordSets()
      for (const words of things) sets.add(words)
      const set = sets.match(text)

      const expected = things.flatMap((words, place) => (isMatch(new Set(words)) ? [place] : []))
      const found = [...placesOf(set)].filter((place) => place < things.length)
      expect(found).toEqual(expected)
      for (const place of things.keys()) expect(has(set, place)).toBe(expected.includes(place))
    }),
    { numRuns: 1000 },
  )
})

it('a query that cannot be parsed is refused', () => {
  const { match } = createWordSets()
  for (const broken of ['', "'one' &", "('one'", "'one' 'two'", '&'])
    expect(() => match(broken)).toThrow('not a valid word query')
})
