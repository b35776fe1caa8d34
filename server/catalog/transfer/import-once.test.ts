/** A file is applied only once, even after a stop, a crash or a double click, or when it is sent again. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { importsOf, PHONE, type Row, table } from '#tests/kit/imports.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import type { ImportRow } from './read-row.ts'
import { storePictures } from './run-import.ts'

/** Enough rows for two chunks; each chunk contains products that the shop already has. */
const ROWS = 106
const KNOWN = 102

describeShop('a file of an import', (shop) => {
  const { token, send, ended, check, apply } = importsOf(shop)
  // The shop must not be empty, or rows would keep the ids from their file.
  beforeAll(() => shop.product())
  shop.keepInvariants()

  /** A file that adds units to existing products, and adds new products, which have no id. */
  async function delivery(name: string) {
    const ids = await shop.products(KNOWN, { name, stock: 10 })
    const known = ids.map((id) => ({ ...PHONE, name, id: `${id}`, stock_change: '5' }))
    const fresh = Array.from({ length: ROWS - KNOWN }, () => ({ ...PHONE, name }))
    const rows = [...known.slice(0, KNOWN / 2), ...fresh, ...known.slice(KNOWN / 2)]
    const units = async () => {
      const left = await shop.sql<{ units: number; count: number }>`
        select on_hand as units, count(*)::integer as count
        from product where name = ${name} group by on_hand order by on_hand`
      return left
    }
    return { file: table(rows), ids, units }
  }
  const ONCE = [
    { units: 0, count: ROWS - KNOWN },
    { units: 15, count: KNOWN },
  ]

  it('goes on where it stopped', async () => {
    const { file, ids, units } = await delivery('after a stop')
    // The database rejects the new stock of a product in the second chunk.
    const last = sql.lit(ids.at(-1))
    await shop.sql`alter table product add constraint stop check (id <> ${last} or on_hand = 10)`
    const { job: stopped } = await apply(file)
    await shop.sql`alter table product drop constraint stop`
    expect(stopped).toMatchObject({ state: 'stopped', total: ROWS, done: 100 })

    const report = await check(file)
    const again = await apply(file)

    expect(report).toMatchObject({ rows: ROWS, applied_rows: stopped.done, problems: [] })
    expect(again.job).toMatchObject({
      id: stopped.id,
      state: 'done',
      done: ROWS,
      created: ROWS - KNOWN,
    })
    expect(await units()).toEqual(ONCE)
  })

  it('goes on where a process that was killed left it, by one process alone', async () => {
    const { file, units } = await delivery('after a kill')
    const { job } = await apply(file)
    // Makes the job look as if its process had died after the last chunk, before the job was marked as done.
    await shop.sql`
      update import_job set state = 'running', updated_at = now() - interval '2 minutes'
      where id = ${job.id}`
    const tries = await Promise.all([send(file, { mode: 'apply' }), send(file, { mode: 'apply' })])

    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await ended(job.id)).toMatchObject({ state: 'done', done: ROWS })
    expect(await units()).toEqual(ONCE)
  })

  it('is applied once by a double click, and not again within a day', async () => {
    const { file, units } = await delivery('twice')

    const clicks = await Promise.all([send(file, { mode: 'apply' }), send(file, { mode: 'apply' })])

    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409])
    await ended(clicks.find(({ status }) => status === 200)?.body.job)
    const later = await send(file, { mode: 'apply' })
    expect([later.status, later.body.message]).toEqual([409, expect.stringMatching(/imported on/)])
    expect((await check(file)).applied_at).toMatch(/^\d{4}-/)
    expect(await units()).toEqual(ONCE)

    await shop.sql`update import_job set updated_at = now() - interval '25 hours'`
    expect((await check(file)).applied_at).toBeNull()
  })

  it('says what accessories fit, also of rows that were in before it stopped', async () => {
    const phone = { ...PHONE, sku: 'fits-phone' }
    const accessory = { ...PHONE, category: 'Accessories', fits: 'product | fits-phone' }
    const file = table([accessory, phone])
    const { job } = await apply(file)
    const rows = await shop.sql<{ id: number }>`
      select id from product where category_id = (select id from category where name = 'Accessories')`
    const [{ id = 0 } = {}] = rows
    await shop.sql`delete from fit where product_id = ${id}`
    await shop.sql`update import_job set state = 'stopped' where id = ${job.id}`
    await shop.sql`
      update import_row set is_done = false where job_id = ${job.id} and product_id = ${id}`

    expect((await apply(file)).job).toMatchObject({ id: job.id, state: 'done', problems: [] })
    const path = '/api/admin/products/export'
    const { text } = await shop.call('GET', path, { token: await token() })
    expect(text.match(/product \| fits-phone/g)).toHaveLength(1)
  })

  it('of another shop changes no product of its ids, unless staff say that they are theirs', async () => {
    const sku = 'OURS-1'
    const id = await shop.product({ category: 'Phones', price: 829 })
    await shop.sql`update product set sku = ${sku} where id = ${id}`
    const hub = { ...PHONE, id: `${id}`, category: 'Accessories', name: 'USB hub', price: '12.00' }
    const phone = { ...hub, category: 'Phones' }
    for (const row of [hub, { ...phone, sku: 'THEIRS-1' }, phone]) {
      const stopped = await check(table([row]))
      expect(stopped).toMatchObject({ updates: 0, bad_rows: 1, ids_in_doubt: 1, changes: [] })
      expect(stopped.problems).toMatchObject([{ row: 2, field: 'id' }])
    }
    const own = await check(table([hub]), { ownIds: 'true' })
    expect(own).toMatchObject({ updates: 1, bad_rows: 0, ids_in_doubt: 1 })
    expect(own.changes).toMatchObject([
      {
        row: 2,
        id,
        before: { category: 'Phones', price_cents: 829_00 },
        after: { category: 'Accessories', name: 'USB hub', price_cents: 12_00 },
      },
    ])
    const same = await check(table([{ ...hub, category: 'Phones', sku }]))
    expect(same.ids_in_doubt).toBe(0)
  })
})

describeShop('an import of ids into an empty shop', (shop) => {
  const { check, apply } = importsOf(shop)
  const file = (ids: readonly number[], skuOf = (id: number) => `S${id}`) =>
    table(ids.map((id): Row => ({ ...PHONE, id: `${id}`, sku: skuOf(id) })))

  const idsOf = async () => {
    const rows = await shop.sql<{ id: number }>`select id from product order by id`
    return rows.map(({ id }) => id)
  }

  it('goes on after it stopped, and keeps the ids of the rest', async () => {
    await apply(file([6, 8]))
    expect(await idsOf()).toEqual([6, 8])

    const { report } = await apply(file([6, 7, 8, 9]))

    expect(report).toMatchObject({ creates: 2, unchanged: 2, problems: [] })
    expect(await idsOf()).toEqual([6, 7, 8, 9])
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('refuses the SKU of another product, and new ids beside a product of its own', async () => {
    const ids = [6, 7, 8, 9, 10]
    const sku = await check(file(ids, (id) => (id === 10 ? 'S6' : `S${id}`)))
    expect(sku.problems).toEqual([expect.objectContaining({ row: 6, field: 'sku' })])

    expect(await shop.product()).toBeGreaterThan(9)
    const id = await check(file([6, 7, 8, 9, 20]))
    expect(id.problems).toEqual([expect.objectContaining({ row: 6, field: 'id' })])
  })
})

it('an import that stops because pictures could not be stored names the row, and stores none of the rows behind it', async () => {
  const asked: string[] = []
  const uploaded = {
    has: () => true,
    isTooLarge: () => false,
    async save(name: string) {
      asked.push(name)
      if (name === 'text.png') throw new ShopError('invalid', 'error.notZip')
      if (name === 'out.png') throw new ShopError('unavailable', 'error.pictureNotStored')
      return `key of ${name}`
    },
  }
  const rows = ['a.png', 'text.png', 'b.png', 'out.png', 'c.png'].map((file, at) => ({
    row: at + 2,
    id: null,
    pictures: [{ key: null, file, alt: '', alt_ar: '' }],
  })) as unknown as ImportRow[]

  const stored = await storePictures(rows, uploaded)

  expect(asked).toEqual(['a.png', 'text.png', 'b.png', 'out.png'])
  expect(stored.isOut).toBe(true)
  expect(stored.refused.map(({ row }) => row)).toEqual([3, 5])
  expect((await storePictures(rows.slice(0, 3), uploaded)).isOut).toBe(false)
})
