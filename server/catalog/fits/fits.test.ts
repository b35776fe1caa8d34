import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { createRandom, type Random } from '#tests/kit/random.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { findAnswers, findFitting, findFittingIds } from './fits.store.ts'

const DEVICES = volume(40, 60)
const ACCESSORIES = volume(40, 60)
const CATALOGS = volume(1, 3)

type Value = { number: number } | { is_true: boolean } | { choice: number }
type Wanted = { min: number | null; max: number | null } | { is_true: boolean } | { choice: number }

interface Device {
  id: number
  family: number | null
  values: Map<number, Value>
}

type Row = { device: number } | { family: number } | { rule: Map<number, Wanted> }

interface Accessory {
  id: number
  fitsOnly: boolean
  rows: Row[]
}

interface Defined {
  families: number[]
  size: number
  wireless: number
  connector: number
  choices: number[]
}

describeShop('what fits', (shop) => {
  let defined: Defined
  const random = createRandom(35)

  beforeAll(async () => {
    defined = await define(shop)
  })

  it(`is what a plain reading of the rows says, in ${CATALOGS} catalogs at random`, async () => {
    for (let n = 0; n < CATALOGS; n++) {
      const phones = await shop.products(DEVICES, { category: 'Phones' })
      const devices = phones.map((id) => inventDevice(random, defined, id))
      const cases = await shop.products(ACCESSORIES, { category: 'Accessories' })
      const accessories = cases.map((id) => inventAccessory(random, defined, devices, id))
      for (const device of devices) await storeDevice(shop, device)
      for (const accessory of accessories) await storeAccessory(shop, accessory)

      const answers = await findAnswers(shop.db.run, cases, phones)
      const known = new Map(answers.map((one) => [`${one.product} ${one.device}`, one.fits]))
      const tally = { fits: 0, no: 0, unknown: 0 }
      for (const device of devices) {
        const fitting: number[] = []
        for (const accessory of accessories) {
          const expected = oracle(accessory, device)
          const fits = known.get(`${accessory.id} ${device.id}`)
          const answer = fits === undefined ? 'unknown' : fits ? 'fits' : 'no'
          expect(answer, JSON.stringify([accessory, device])).toBe(expected)
          tally[expected]++
          if (expected === 'fits') fitting.push(accessory.id)
        }
        // Accessories from earlier rounds may also fit, by family or rule.
        const own = new Set(cases)
        const listed = (await findFittingIds(shop.db.run, device.id)).filter((id) => own.has(id))
        expect(listed.sort((a, b) => a - b)).toEqual(fitting.sort((a, b) => a - b))
      }
      // Each result must occur often, or the comparison would prove little.
      expect(Math.min(...Object.values(tally))).toBeGreaterThan(volume(50, 100))
    }
  })

  it('begins with what was made for the device, each group of colors once', async () => {
    const { db } = shop
    const own = await define(shop)
    const [phone = 0] = await shop.products(1, { category: 'Phones' })
    const size = new Map<number, Value>([[own.size, { number: 6 }]])
    await storeDevice(shop, { id: phone, family: own.families[0] ?? 0, values: size })
    const made = await shop.products(5, { category: 'Accessories', price: 20 })
    const [universal = 0, coral = 0, ofFamily = 0, ofFew = 0, later = 0] = made
    const rule = { rule: new Map<number, Wanted>([[own.size, { min: 5, max: 7 }]]) }
    const rows: Array<[number, Row]> = [
      [universal, rule],
      [coral, rule],
      [later, rule],
      [ofFamily, { family: own.families[0] ?? 0 }],
      [ofFew, { device: phone }],
    ]
    await storeAccessory(shop, { id: ofFew, fitsOnly: false, rows: [{ device: later }] })
    for (const [id, row] of rows) await storeAccessory(shop, { id, fitsOnly: false, rows: [row] })
    await sql`
      with made as (
        insert into family (category_id, name, name_ar)
        select category_id, 'Cable', 'Cable' from product where id = ${universal} returning id
      )
      update product set family_id = made.id, sold = 50,
        price_cents = case when product.id = ${coral} then 1500 else price_cents end
      from made where product.id in (${universal}, ${coral})`.execute(db.run)

    const { accessories, total } = await findFitting(db.run, phone)

    expect(accessories.map(({ id }) => id)).toEqual([ofFamily, ofFew, coral, later])
    expect(total).toBe(4)
  })

  it('is not known of a rule that lost a condition, a family or a unit', async () => {
    const { db } = shop
    const [phone = 0, other = 0] = await shop.products(2, { category: 'Phones' })
    const losses: Array<(ids: Defined) => ReturnType<typeof sql>> = [
      // The attribute's values are deleted first, since staff can delete only unused attributes.
      ({ wireless }) => sql`
        with gone as (delete from product_attribute where attribute_id = ${wireless})
        delete from attribute where id = ${wireless}`,
      ({ choices }) => sql`delete from attribute_choice where id = ${choices[0]}`,
      ({ size }) => sql`update attribute set unit = 'cm' where id = ${size}`,
      ({ families }) => sql`delete from family where id = ${families[0]}`,
    ]
    for (const loss of losses) {
      const own = await define(shop)
      const { wireless, size, connector, choices, families } = own
      const values = new Map<number, Value>([
        [wireless, { is_true: true }],
        [size, { number: 6 }],
      ])
      await storeDevice(shop, { id: phone, family: null, values })
      const isLossOfFamily = loss === losses[3]
      const [accessory = 0] = await shop.products(1, { category: 'Accessories' })
      const rule = new Map<number, Wanted>([
        [wireless, { is_true: false }],
        [size, { min: 5, max: 7 }],
        [connector, { choice: choices[0] ?? 0 }],
      ])
      const rows: Row[] = isLossOfFamily ? [{ family: families[0] ?? 0 }] : [{ rule }]
      await storeAccessory(shop, {
        id: accessory,
        fitsOnly: true,
        rows: [...rows, { device: other }],
      })
      const before = await findAnswers(db.run, [accessory], [phone])

      await loss(own).execute(db.run)

      const after = await findAnswers(db.run, [accessory], [phone, other])
      expect([before, after]).toEqual([
        [{ product: accessory, device: phone, fits: false }],
        [{ product: accessory, device: other, fits: true }],
      ])
      expect(await findFittingIds(db.run, phone)).toEqual([])
      await sql`delete from product_attribute where product_id = ${phone}`.execute(db.run)
    }
  })
})

/** The expected result, computed directly from the accessory's rows. */
function oracle({ fitsOnly, rows }: Accessory, device: Device): 'fits' | 'no' | 'unknown' {
  const verdicts = rows.map((row) => covers(row, device))
  if (verdicts.includes(true)) return 'fits'
  return rows.length > 0 && fitsOnly && !verdicts.includes(null) ? 'no' : 'unknown'
}

function covers(row: Row, device: Device): boolean | null {
  if ('device' in row) return row.device === device.id
  if ('family' in row) return row.family === device.family
  const met = [...row.rule].map(([attribute, wanted]) =>
    meets(wanted, device.values.get(attribute)),
  )
  if (met.includes(false)) return false
  return met.length === 0 || met.includes(null) ? null : true
}

function meets(wanted: Wanted, value: Value | undefined): boolean | null {
  if (!value) return null
  if ('choice' in wanted) return 'choice' in value ? value.choice === wanted.choice : null
  if ('is_true' in wanted) return 'is_true' in value ? value.is_true === wanted.is_true : null
  if (!('number' in value)) return null
  return value.number >= (wanted.min ?? -Infinity) && value.number <= (wanted.max ?? Infinity)
}

function inventDevice(random: Random, defined: Defined, id: number): Device {
  const values = new Map<number, Value>()
  if (random.chance(0.8)) values.set(defined.size, { number: random.whole(1, 6) })
  if (random.chance(0.8)) values.set(defined.wireless, { is_true: random.chance(0.5) })
  if (random.chance(0.8)) values.set(defined.connector, { choice: random.pick(defined.choices) })
  return { id, family: random.pick([...defined.families, null]), values }
}

function inventAccessory(
  random: Random,
  defined: Defined,
  devices: readonly Device[],
  id: number,
): Accessory {
  const row = (): Row => {
    const kind = random.pick(['device', 'family', 'rule', 'rule'])
    if (kind === 'device') return { device: random.pick(devices).id }
    if (kind === 'family') return { family: random.pick(defined.families) }
    const rule = new Map<number, Wanted>()
    const ends = random.pick([
      { min: 2, max: 4 },
      { min: 3, max: null },
      { min: null, max: 2 },
    ])
    if (random.chance(0.6)) rule.set(defined.size, ends)
    if (random.chance(0.6)) rule.set(defined.wireless, { is_true: random.chance(0.5) })
    if (random.chance(0.6)) rule.set(defined.connector, { choice: random.pick(defined.choices) })
    return { rule }
  }
  const rows = Array.from({ length: random.whole(0, 3) }, row)
  // No two rows may name the same device or family.
  const distinct = new Map(rows.map((one) => ['rule' in one ? one : JSON.stringify(one), one]))
  return { id, fitsOnly: random.chance(0.6), rows: [...distinct.values()] }
}

let definitions = 0

async function define({ db }: Shop): Promise<Defined> {
  const name = `${definitions++}`
  const { rows } = await sql<Defined>`
    with phones as (select id from category where name = 'Phones'),
    families as (
      insert into family (category_id, name, name_ar)
      select phones.id, n, n from phones cross join (values ('one'), ('two')) names (n) returning id
    ), attributes as (
      insert into attribute (category_id, name, name_ar, kind, unit, position)
      select phones.id, a.name || ${name}::text, a.name, a.kind, a.unit, 0 from phones cross join (values
        ('Size', 'number', 'in'), ('Wireless', 'boolean', ''), ('Connector', 'choice', '')
      ) a (name, kind, unit)
      returning id, kind
    ), choices as (
      insert into attribute_choice (attribute_id, name, name_ar, position)
      select attributes.id, n, n, 0 from attributes cross join (values ('USB-C'), ('other')) names (n)
      where kind = 'choice' returning id
    )
    select (select array_agg(id)::float8[] from families) as families,
      (select id from attributes where kind = 'number') as size,
      (select id from attributes where kind = 'boolean') as wireless,
      (select id from attributes where kind = 'choice') as connector,
      (select array_agg(id)::float8[] from choices) as choices`.execute(db.run)
  const [row] = rows
  if (!row) throw new Error('nothing was defined')
  return row
}

async function storeDevice({ db }: Shop, { id, family, values }: Device): Promise<void> {
  await sql`update product set family_id = ${family} where id = ${id}`.execute(db.run)
  for (const [attribute, value] of values) {
    const one = { number: null, is_true: null, choice: null, ...value }
    await sql`
      insert into product_attribute (product_id, attribute_id, kind, number, is_true, choice_id)
      select ${id}, a.id, a.kind, ${one.number}::float8, ${one.is_true}::boolean,
        ${one.choice}::bigint
      from attribute a where a.id = ${attribute}`.execute(db.run)
  }
}

async function storeAccessory({ db }: Shop, { id, fitsOnly, rows }: Accessory): Promise<void> {
  await sql`update product set fits_only = ${fitsOnly} where id = ${id}`.execute(db.run)
  for (const row of rows) {
    const device = 'device' in row ? row.device : null
    const family = 'family' in row ? row.family : null
    const { rows: added } = await sql<{ id: number }>`
      insert into fit (product_id, device_id, family_id)
      values (${id}, ${device}::bigint, ${family}::bigint) returning id`.execute(db.run)
    for (const [attribute, wanted] of 'rule' in row ? row.rule : []) {
      const one = { choice: null, is_true: null, min: null, max: null, ...wanted }
      await sql`
        insert into fit_condition (fit_id, attribute_id, choice_id, is_true, min_number, max_number)
        values (${added[0]?.id}, ${attribute}, ${one.choice}::bigint, ${one.is_true}::boolean,
          ${one.min}::float8, ${one.max}::float8)`.execute(db.run)
    }
  }
}
