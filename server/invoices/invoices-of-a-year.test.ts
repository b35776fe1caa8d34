/**
 * Checks every number, tax and month of a year of invoices against independent integer arithmetic, in a time zone whose
 * clocks change twice and in currencies of 0, 2 and 3 decimals.
 */
import { parse } from 'csv-parse/sync'
import { afterAll, expect, it } from 'vitest'
import { setCurrency, USD } from '#contract/money.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { createRandom } from '#tests/kit/random.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

/** The tax rate, in hundredths of a percent. */
const RATE = 725
const SEED = Number(process.env.REPLAY_SEED) || volume(7, Date.now() % 2 ** 31)
const DRAWN = volume(0, 300)
/** The number of concurrent purchases; with more, the shop would reject some requests. */
const AT_ONCE = 12
/** The start and the end of summer time in Berlin, which is then two hours ahead of UTC instead of one. */
const SUMMER = [Date.parse('2025-03-30T01:00:00Z'), Date.parse('2025-10-26T01:00:00Z')] as const
/** Moments around both ends of the year, both clock changes, and the ends of the months of these changes. */
const EDGES = [
  '2024-12-31T22:59:59.999Z',
  '2024-12-31T23:00:00Z',
  '2025-03-30T00:59:59.999Z',
  '2025-03-30T01:00:00Z',
  '2025-03-31T21:59:59.999Z',
  '2025-03-31T22:00:00Z',
  '2025-10-25T23:59:59.999Z',
  '2025-10-26T01:00:00Z',
  '2025-10-31T22:59:59.999Z',
  '2025-10-31T23:00:00Z',
  '2025-12-31T22:59:59.999Z',
  '2025-12-31T23:00:00Z',
].map((at) => Date.parse(at))

const berlinMonth = (at: number): string =>
  new Date(at + (at >= SUMMER[0] && at < SUMMER[1] ? 2 : 1) * 3_600_000).toISOString().slice(0, 7)

/** The tax within an amount; half a coin is rounded up. */
const taxWithin = (coins: bigint): bigint =>
  (2n * coins * BigInt(RATE) + 10_000n + BigInt(RATE)) / (2n * (10_000n + BigInt(RATE)))

/** Converts a decimal number to the smallest coins: "12.5" with three digits to 12,500. */
function coinsOf(text: string, digits: number): bigint {
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(digits, '0'))
}

for (const [code, digits] of [
  ['JPY', 0],
  ['AED', 2],
  ['KWD', 3],
] as const) {
  describeShop(`a year of invoices in ${code}`, (shop) => {
    afterAll(() => setCurrency(USD))

    it('adds up to the coin, by month, through both changes of the clocks', async () => {
      const random = createRandom(SEED)
      const times = [
        ...EDGES,
        ...Array.from({ length: DRAWN }, () =>
          random.whole(Math.min(...EDGES), Math.max(...EDGES)),
        ),
      ].sort((one, other) => one - other)
      const admin = await openIn(shop, code)
      const sold = times.map((at) => ({
        at,
        quantity: random.whole(1, 3),
        price: BigInt(random.whole(1, random.pick([400, 5_000_000]))),
      }))
      await writeInvoices(shop, sold, digits)

      const months = new Map<string, { count: number; total: bigint; tax: bigint }>()
      const years = new Map<string, number>()
      const rows = await shop.sql<{ number: string; total: string; tax: string }>`
        select year || '-' || number as number, total_cents::text as total, tax_cents::text as tax
        from invoice order by issued_at`
      expect(rows).toHaveLength(sold.length)
      for (const [index, { at, quantity, price }] of sold.entries()) {
        const month = berlinMonth(at)
        const year = month.slice(0, 4)
        const number = (years.get(year) ?? 0) + 1
        years.set(year, number)
        const [total, before] = [price * BigInt(quantity), months.get(month)]
        const tax = taxWithin(total)
        expect(rows[index]).toEqual({
          number: `${year}-${number}`,
          total: String(total),
          tax: String(tax),
        })
        months.set(month, {
          count: (before?.count ?? 0) + 1,
          total: (before?.total ?? 0n) + total,
          tax: (before?.tax ?? 0n) + tax,
        })
      }
      const { text } = await shop.as(admin, 'GET', '/api/admin/exports/taxes')
      const lines: Array<Record<string, string>> = parse(text, { columns: true, bom: true })
      const coins = (line: Record<string, string>, head: string) =>
        coinsOf(line[`${head} (${code})`] ?? '', digits)
      expect(lines.map((line) => line['Month (Europe/Berlin)'])).toEqual([...months.keys()])
      for (const [index, { count, total, tax }] of [...months.values()].entries()) {
        const line = lines[index] ?? {}
        expect(line).toMatchObject({ 'Rate (%)': '7.25', Invoices: String(count) })
        expect(coins(line, 'Total with tax')).toBe(total)
        expect(coins(line, 'Tax')).toBe(tax)
        expect(coins(line, 'Net')).toBe(total - tax)
      }
      expect(await checkInvariants(shop.db.run)).toEqual([])
    })
  })
}

async function openIn(shop: Shop, currency: string) {
  const admin = await shop.admin()
  const { data } = (await shop.as(admin, 'GET', '/api/admin/shop-details')).body
  const details = { ...data, currency, time_zone: 'Europe/Berlin' }
  const rates = [{ country: 'DE', name: 'VAT', name_ar: 'ضريبة', percent: RATE / 100 }]
  const seller = { name: 'Barq', name_ar: 'برق', address: 'Berlin', address_ar: '', country: 'DE' }
  const saved = [
    await shop.as(admin, 'PUT', '/api/admin/shop-details', details),
    await shop.as(admin, 'PUT', '/api/admin/tax', { ...seller, tax_number: null, rates }),
  ]
  expect(saved.map(({ status }) => status)).toEqual([200, 200])
  return admin
}

interface Sold {
  at: number
  quantity: number
  price: bigint
}

/** Creates a paid purchase for each sale, and writes its invoice with `at` as the time of issue. */
async function writeInvoices(shop: Shop, sold: readonly Sold[], digits: number): Promise<void> {
  const { paid } = withBuying(shop)
  await shop.sql`alter table payment disable trigger payment_invoice`
  const people = await shop.customers(sold.length)
  const buy = async ({ quantity, price }: Sold, person: Person): Promise<number> => {
    const Product = await shop.product({ price: Number(price) / 10 ** digits })
    const [order] = await paid(person, [{ Product, quantity }])
    return order?.purchaseId ?? 0
  }
  const purchases: number[] = []
  for (let from = 0; from < sold.length; from += AT_ONCE) {
    const some = sold.slice(from, from + AT_ONCE)
    const bought = some.map((one, index) => buy(one, people[from + index] as Person))
    purchases.push(...(await Promise.all(bought)))
  }
  await shop.sql`alter table payment enable trigger payment_invoice`
  for (const [index, { at }] of sold.entries()) {
    await shop.sql`
      select write_invoice(charge_id, ${new Date(at)}) from payment p join orders o on o.id = p.order_id
      where o.batch_id = ${purchases[index]}`
  }
}
