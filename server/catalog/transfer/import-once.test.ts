/** A file is applied once: after a stop, after a crash, after a double click, sent again. */
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { csvHead, csvLine } from '#server/platform/csv.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

const PATH = '/api/admin/products/imports'
/** Of two chunks. */
const ROWS = 120
const KNOWN = 110

describeShop('a file of an import', (shop) => {
  let admin: Person
  beforeAll(async () => {
    admin = await shop.admin()
    await shop.product()
  })
  afterEach(async () => {
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  const send = async (file: string, mode: 'check' | 'apply') => {
    const { payload, headers } = multipart('file', file)
    const answer = await shop.app.inject({
      ...{ method: 'POST', url: PATH, query: { mode }, payload },
      headers: { ...headers, authorization: `Bearer ${admin.token}` },
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const jobOf = async (id: number) =>
    (await shop.call('GET', `${PATH}/${id}`, { token: admin.token })).body.data
  const end = async (id: number) => {
    await vi.waitUntil(async () => (await jobOf(id)).state !== 'running', { timeout: 60_000 })
    return jobOf(id)
  }

  const table = (columns: readonly string[], rows: ReadonlyArray<Record<string, string>>) =>
    csvHead(columns) + rows.map((row) => csvLine(columns.map((name) => row[name] ?? ''))).join('')
  const PHONE = {
    ...{ category: 'Phones', name: 'A phone', name_ar: 'هاتف', description: 'A phone' },
    ...{ description_ar: 'هاتف', seller: 'Orvane', price: '9.00' },
  }
  const COLUMNS = Object.keys(PHONE)

  /** Adds units to products that are there, and products without a number. */
  async function delivery(name: string) {
    const ids = await shop.products(KNOWN, { stock: 10 })
    const rows = [
      ...ids.map((id) => ({ ...PHONE, name, id: `${id}`, stock_change: '5' })),
      ...Array.from({ length: ROWS - KNOWN }, () => ({ ...PHONE, name })),
    ]
    const units = async () => {
      const { rows: left } = await sql<{ units: number; count: number }>`
        select on_hand as units, count(*)::integer as count
        from product where name = ${name} group by on_hand order by on_hand`.execute(shop.db.run)
      return left
    }
    return { file: table(['id', 'stock_change', ...COLUMNS], rows), ids, units }
  }
  const ONCE = [
    { units: 0, count: ROWS - KNOWN },
    { units: 15, count: KNOWN },
  ]

  it('goes on where it stopped', async () => {
    const { file, ids, units } = await delivery('after a stop')
    let release = () => {}
    const held = inTransaction(shop.db, async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      // Somebody holds a product of the second chunk for longer than that waits.
      await sql`select from product where id = ${ids.at(-1)} for update`.execute(tx)
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    const { body } = await send(file, 'apply')
    const stopped = await end(body.job)
    release()
    await held
    expect(stopped).toMatchObject({ state: 'stopped', total: ROWS, done: 100 })

    const report = (await send(file, 'check')).body
    const again = await send(file, 'apply')

    expect(report).toMatchObject({ rows: ROWS, applied_rows: stopped.done, problems: [] })
    expect(again.body.job).toBe(body.job)
    expect(await end(body.job)).toMatchObject({ state: 'done', done: ROWS, created: ROWS - KNOWN })
    expect(await units()).toEqual(ONCE)
  })

  it('goes on where a process that was killed left it, by one process alone', async () => {
    const { file, units } = await delivery('after a kill')
    const { body } = await send(file, 'apply')
    await end(body.job)
    // As if it had died after its first chunk.
    await sql`
      update import_job set state = 'running', updated_at = now() - interval '2 minutes'
      where id = ${body.job}`.execute(shop.db.run)
    await sql`
      insert into import_row (job_id, row, product_id, is_done)
      select ${body.job}, n + 1, 1, true from generate_series(1, ${ROWS}::integer) n`.execute(
      shop.db.run,
    )

    const tries = await Promise.all([send(file, 'apply'), send(file, 'apply')])

    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await end(body.job)).toMatchObject({ state: 'done', done: ROWS })
    expect(await units()).toEqual(ONCE)
  })

  it('is applied once by a double click, and not again within a day', async () => {
    const { file, units } = await delivery('twice')

    const clicks = await Promise.all([send(file, 'apply'), send(file, 'apply')])

    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409])
    await end(clicks.find(({ status }) => status === 200)?.body.job)
    const later = await send(file, 'apply')
    expect([later.status, later.body.message]).toEqual([409, expect.stringMatching(/imported on/)])
    expect((await send(file, 'check')).body.applied_at).toMatch(/^\d{4}-/)
    expect(await units()).toEqual(ONCE)

    await sql`update import_job set updated_at = now() - interval '25 hours'`.execute(shop.db.run)
    expect((await send(file, 'check')).body.applied_at).toBeNull()
  })

  it('says what accessories fit, also of rows that were in before it stopped', async () => {
    const phone = { ...PHONE, sku: 'fits-phone' }
    const accessory = { ...PHONE, category: 'Accessories', fits: 'product | fits-phone' }
    const file = table(['sku', 'fits', ...COLUMNS], [accessory, phone])
    const { body } = await send(file, 'apply')
    await end(body.job)
    const { rows } = await sql<{ id: number }>`
      select id from product where category_id = (select id from category where name = 'Accessories')`.execute(
      shop.db.run,
    )
    const [{ id = 0 } = {}] = rows
    await sql`delete from fit where product_id = ${id}`.execute(shop.db.run)
    await sql`update import_job set state = 'stopped' where id = ${body.job}`.execute(shop.db.run)
    await sql`
      insert into import_row (job_id, row, product_id, is_done)
      values (${body.job}, 2, ${id}, false)`.execute(shop.db.run)

    await send(file, 'apply')

    expect(await end(body.job)).toMatchObject({ state: 'done', problems: [] })
    const { text } = await shop.call('GET', '/api/admin/products/export', { token: admin.token })
    expect(text.match(/product \| fits-phone/g)).toHaveLength(1)
  })

  it('of another shop changes no product of its ids, unless staff say that they are theirs', async () => {
    const sku = 'OURS-1'
    const id = await shop.product({ category: 'Phones', price: 829 })
    await sql`update product set sku = ${sku} where id = ${id}`.execute(shop.db.run)
    const hub = { ...PHONE, id: `${id}`, category: 'Accessories', name: 'USB hub', price: '12.00' }
    const check = async (row: Record<string, string>, query = {}) => {
      const { payload, headers } = multipart('file', table(['id', 'sku', ...COLUMNS], [row]))
      const answer = await shop.call('POST', PATH, {
        ...{ token: admin.token, query: { mode: 'check', ...query }, payload, headers },
      })
      return answer.body
    }

    for (const row of [hub, { ...hub, category: 'Phones', sku: 'THEIRS-1' }]) {
      const stopped = await check(row)
      expect(stopped).toMatchObject({ updates: 0, bad_rows: 1, ids_in_doubt: 1, changes: [] })
      expect(stopped.problems).toMatchObject([{ row: 2, field: 'id' }])
    }
    const own = await check(hub, { ownIds: 'true' })
    expect(own).toMatchObject({ updates: 1, bad_rows: 0, ids_in_doubt: 1 })
    expect(own.changes).toMatchObject([
      {
        ...{ row: 2, id },
        before: { category: 'Phones', price_cents: 829_00 },
        after: { category: 'Accessories', name: 'USB hub', price_cents: 12_00 },
      },
    ])
    expect((await check({ ...hub, category: 'Phones', sku })).ids_in_doubt).toBe(0)
  })
})
