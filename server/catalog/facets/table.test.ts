import { expect, test } from 'vitest'
import { createRandom } from '#tests/kit/random.ts'
import { type Order, type Placed, pickBest } from './best.ts'
import { type Entry, type Rows, select, Table } from './table.ts'

const SIZE = 3000
const QUESTIONS = 60
/** Of three products on average. */
const FAMILIES = 600

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

/** Added with changes between and after, as a shop's are. */
function filled(): { table: Table; entries: Map<number, Entry> } {
  const table = new Table()
  const entries = new Map<number, Entry>()
  const put = (id: number) => {
    const entry = invent(id)
    entries.set(id, entry)
    table.put(entry)
  }
  const change = () => {
    for (let n = 0; n < 300; n++) put(random.whole(1, entries.size))
    for (let n = 0; n < 100; n++) {
      const id = random.whole(1, entries.size)
      table.remove(id)
      entries.delete(id)
    }
  }
  for (let id = 1; id <= SIZE / 2; id++) put(id)
  change()
  // Two have ids that a shop did not give itself.
  for (const id of [2 ** 24, 1e14, 1e14]) put(id)
  for (let id = SIZE / 2 + 1; id <= SIZE; id++) put(id)
  change()
  return { table, entries }
}

const { table, entries } = filled()

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

const idsIn = (rows: Rows) =>
  [...rows].map((row) => table.idAt(row)).sort((one, other) => one - other)
const idsOf = (some: readonly Entry[]) => some.map(({ id }) => id).sort((a, b) => a - b)
const selected = (conditions: readonly Asked[], byFamily = false) =>
  select(table, conditions as never, { byFamily })

/** How many of the entries have each id. */
function counted(
  rows: readonly Entry[],
  name: string,
  count: (some: Entry[]) => number,
): Map<number, number> {
  const groups = Map.groupBy(rows, ({ codes }) => codes[name] ?? 0)
  groups.delete(0)
  return new Map([...groups].map(([id, some]) => [id, count(some)]))
}

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
      expect(table.countIds(name, hits, false)).toEqual(counted(rows, name, ({ length }) => length))
    }
    for (const name of ['price', 'weight', 'sold']) {
      const numbers = rows.flatMap((row) => row.numbers[name] ?? [])
      expect(table.rangeOf(name, hits)).toEqual({
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
      pickBest(best, table, selected(conditions).hits, order, { after, limit: 25 })
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
    const { hits } = selected(conditions, true)
    const rows = passing(conditions)

    expect(idsIn(table.bestOffers(hits))).toEqual(idsOf(shown(rows)))
    expect(table.count(hits, true)).toBe(shown(rows).length)
    for (const name of ['colour', 'brand']) {
      const wanted = counted(rows, name, (some) => shown(some).length)
      expect(table.countIds(name, hits, true)).toEqual(wanted)
    }
  }
})
