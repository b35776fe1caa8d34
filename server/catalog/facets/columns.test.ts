import { expect, test } from 'vitest'
import { COUNT_MAX } from '#contract/limits.ts'
import { createRandom } from '#tests/kit/random.ts'
import { type Order, type Placed, pickBest } from './best.ts'
import { type Bits, eachOf } from './bits.ts'
import { Columns, countShown, type Entry, select } from './columns.ts'

/** Enough for columns to be divided, twice. */
const SIZE = 20_000
const QUESTIONS = 60
/** Of six products on average. */
const FAMILIES = 2000

const random = createRandom(5)

/** Many products share a price, most were never sold, and some have no weight and no brand. */
function invent(id: number): Entry {
  const weight = random.chance(0.3) ? undefined : random.between(0, 100)
  const brand = random.chance(0.2) ? undefined : random.whole(1, 90)
  return {
    id,
    family: random.chance(0.4) ? null : random.whole(1, FAMILIES),
    numbers: {
      price: random.whole(1, 300),
      sold: random.chance(0.8) ? 0 : random.whole(1, 50),
      ...(weight !== undefined && { weight }),
    },
    codes: {
      stock: random.whole(1, 2),
      colour: random.whole(1, 5),
      ...(brand !== undefined && { brand }),
    },
  }
}

/** Added in two readings with changes between and after them, as a shop's are. */
function filled(): { columns: Columns; entries: Map<number, Entry> } {
  const columns = new Columns()
  const entries = new Map<number, Entry>()
  const put = (id: number) => {
    const entry = invent(id)
    entries.set(id, entry)
    columns.put(entry)
  }
  const change = () => {
    for (let n = 0; n < 500; n++) put(random.whole(1, columns.size))
    for (let n = 0; n < 100; n++) {
      const id = random.whole(1, columns.size)
      columns.remove(id)
      entries.delete(id)
    }
  }
  for (let id = 1; id <= SIZE / 4; id++) put(id)
  columns.divide()
  change()
  // One comes late, and two have ids that a shop did not give itself.
  for (const id of [SIZE + 50, 2 ** 24, 1e14, 1e14]) put(id)
  for (let id = SIZE / 4 + 1; id <= SIZE; id++) put(id)
  columns.divide()
  change()
  return { columns, entries }
}

const { columns, entries } = filled()

function range(name: 'price' | 'weight' | 'sold') {
  const ends = [random.between(-20, 320), random.between(-20, 320)].sort((a, b) => a - b)
  const [min = 0, max = 0] = random.chance(0.5) ? ends.map(Math.round) : ends
  return random.pick([
    { of: name, kind: 'range', min, max },
    { of: name, kind: 'range', min, max: Infinity },
    { of: name, kind: 'range', min: Number.NEGATIVE_INFINITY, max },
  ] as const)
}

function values(name: 'colour' | 'brand') {
  const some = Array.from({ length: random.whole(1, 3) }, () => random.whole(1, 95))
  return { of: name, kind: 'values', values: some } as const
}

type Asked = ReturnType<typeof range> | ReturnType<typeof values>

function question(): Asked[] {
  const all = [range('price'), range('weight'), range('sold'), values('colour'), values('brand')]
  return all.filter(() => random.chance(0.35))
}

function passes({ numbers, codes }: Entry, condition: Asked): boolean {
  if (condition.kind === 'values') return condition.values.includes(codes[condition.of] ?? 0)
  const value = numbers[condition.of]
  return value !== undefined && value >= condition.min && value <= condition.max
}

const passing = (conditions: readonly Asked[]) =>
  [...entries.values()].filter((entry) => conditions.every((one) => passes(entry, one)))

function idsIn(bits: Bits): number[] {
  const ids: number[] = []
  eachOf(bits, bits, bits.length, (at) => ids.push(columns.idAt(at)))
  return ids.sort((one, other) => one - other)
}

const idsOf = (some: readonly Entry[]) => some.map(({ id }) => id).sort((a, b) => a - b)
/** Counts are true up to a limit, and beyond it at least above it. */
const cut = (counts: Iterable<[number, number]>) =>
  new Map([...counts].map(([id, count]) => [id, Math.min(count, COUNT_MAX + 1)]))
const selected = (conditions: readonly Asked[], byFamily = false) =>
  select(columns, conditions as never, { byFamily })

test(`the products that pass are those that a plain reading finds, for ${QUESTIONS} questions`, () => {
  for (let n = 0; n < QUESTIONS; n++) {
    const conditions = question()
    const { hits, but } = selected(conditions)

    expect(idsIn(hits), JSON.stringify(conditions)).toEqual(idsOf(passing(conditions)))
    for (const { of } of conditions) {
      const others = conditions.filter((one) => one.of !== of)
      expect(idsIn(but(of as never))).toEqual(idsOf(passing(others)))
    }
  }
})

test('counts and ranges are those of the products that pass', () => {
  for (let n = 0; n < QUESTIONS; n++) {
    const conditions = question()
    const { hits } = selected(conditions)
    const rows = passing(conditions)
    for (const name of ['colour', 'brand']) {
      const counts = new Map<number, number>()
      columns.codes(name)?.count(hits, counts)
      const wanted = Map.groupBy(rows, ({ codes }) => codes[name] ?? 0)
      wanted.delete(0)
      expect(cut(counts)).toEqual(cut([...wanted].map(([id, some]) => [id, some.length])))
    }
    for (const name of ['price', 'weight', 'sold']) {
      const numbers = rows.flatMap((row) => row.numbers[name] ?? [])
      expect(columns.numbers(name)?.widen(hits, { min: Infinity, max: -Infinity })).toEqual({
        min: Math.min(...numbers),
        max: Math.max(...numbers),
      })
    }
  }
})

test('pages follow one another in every order, without gap or repeat', () => {
  for (let n = 0; n < QUESTIONS; n++) {
    const conditions = question()
    const order: Order = {
      by: random.pick(['price', 'sold']),
      isDescending: random.chance(0.5),
    }
    const sign = order.isDescending ? -1 : 1
    const wanted = passing(conditions)
      .map(({ id, numbers }) => ({ id, key: numbers[order.by] ?? 0 }))
      .sort((one, other) => sign * (one.key - other.key || one.id - other.id))
    let after: Placed | null = null
    for (let page = 0; page < 4; page++) {
      const best: Placed[] = []
      pickBest(best, selected(conditions), order, { after, limit: 25 })
      expect(best).toEqual(wanted.slice(page * 25, page * 25 + 25))
      after = best.at(-1) ?? after
    }
  }
})

/** Of each family the best offer, and what has no family. */
function shown(rows: readonly Entry[]): Entry[] {
  const families = Map.groupBy(rows, ({ id, family }) => family ?? -id)
  return [...families.values()].map(
    (family) =>
      family.sort(
        (one, other) =>
          (other.codes.stock ?? 0) - (one.codes.stock ?? 0) ||
          (one.numbers.price ?? 0) - (other.numbers.price ?? 0) ||
          one.id - other.id,
      )[0] as Entry,
  )
}

test('families are counted and shown once', () => {
  for (let n = 0; n < QUESTIONS; n++) {
    const conditions = question()
    const selection = selected(conditions, true)
    const rows = passing(conditions)
    expect(cut([[0, countShown(selection, selection.hits)]])).toEqual(
      cut([[0, shown(rows).length]]),
    )

    for (const name of ['colour', 'brand']) {
      const counts = new Map<number, number>()
      columns.codes(name)?.count(selection.hits, counts, selection.ends)
      const wanted = Map.groupBy(rows, ({ codes }) => codes[name] ?? 0)
      wanted.delete(0)
      expect(cut(counts)).toEqual(cut([...wanted].map(([id, some]) => [id, shown(some).length])))
    }
    const best: Placed[] = []
    pickBest(best, selection, { by: 'price', isDescending: false }, { after: null, limit: 40 })
    const wanted = shown(rows)
      .map(({ id, numbers }) => ({ id, key: numbers.price ?? 0 }))
      .sort((one, other) => one.key - other.key || one.id - other.id)
    expect(best).toEqual(wanted.slice(0, 40))
  }
})
