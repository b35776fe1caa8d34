/** A file may have more problems than anybody reads, stores or sends. */
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { IMPORT_PROBLEMS_MAX } from '#contract/limits.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

const HEADING = 'sku,category,name,name_ar,description,description_ar,seller,price,stock'
const BAD_ROWS = 300

describeShop('an import with very many problems', (shop) => {
  let admin: Person
  const send = (file: string, query: Record<string, string>) =>
    shop.call('POST', '/api/admin/products/imports', {
      token: admin.token,
      query,
      ...multipart('file', file),
    })
  const read = async (id: number) =>
    (await shop.call('GET', `/api/admin/products/imports/${id}`, { token: admin.token })).body.data
  const store = async (problems: unknown) => {
    const { rows } = await sql<{ id: number }>`
      insert into import_job (actor_id, total, state, problems)
      values (${admin.id}, 1, 'done', ${JSON.stringify(problems)}::text::jsonb)
      returning id`.execute(shop.db.run)
    return rows[0]?.id ?? 0
  }

  beforeAll(async () => {
    admin = await shop.admin()
  })
  afterEach(async () => {
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('names the first and counts all, in the check and in the error', async () => {
    const file = table('named')

    const checked = await send(file, { mode: 'check' })
    const refused = await send(file, { mode: 'apply' })

    const sums = { bad_rows: BAD_ROWS, problem_count: 2 * BAD_ROWS }
    expect(checked.body).toMatchObject({ rows: BAD_ROWS + 2, creates: 2, ...sums })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject(sums)
    expect(refused.body.message).toBe('300 rows of the file cannot be imported.')
    for (const { body } of [checked, refused]) {
      expect(body.problems).toHaveLength(IMPORT_PROBLEMS_MAX)
      expect(body.problems.at(-1)).toMatchObject({ row: 102, field: expect.any(String) })
    }
    expect(await skus('named-%')).toEqual([])
  })

  it('leaves out every bad row, named or not, and stores the first problems only', async () => {
    const { body } = await send(table('skipped'), { mode: 'apply', skipBad: 'true' })
    await expect.poll(async () => (await read(body.job)).state, { timeout: 60_000 }).toBe('done')

    const job = await read(body.job)
    const sums = { bad_rows: BAD_ROWS, problem_count: 2 * BAD_ROWS }
    expect(job).toMatchObject({ total: 2, created: 2, ...sums })
    expect(job.problems).toEqual(body.problems)
    expect(await skus('skipped-%')).toEqual(['skipped-first', 'skipped-last'])
    expect(await storedEntries(body.job)).toBe(IMPORT_PROBLEMS_MAX + 1)
  })

  it('counts a row that can no longer be applied when the list is full', async () => {
    const other = await shop.product()
    // Taken after the file was validated and before its rows are applied.
    await sql`
      create function take_sku() returns trigger language plpgsql as $$
      begin
        update product set sku = 'late-last' where id = ${sql.lit(other)};
        return null;
      end $$`.execute(shop.db.run)
    await sql`
      create trigger take_sku after insert on import_job
      for each row execute function take_sku()`.execute(shop.db.run)

    const { body } = await send(table('late'), { mode: 'apply', skipBad: 'true' })
    await expect.poll(async () => (await read(body.job)).state, { timeout: 60_000 }).toBe('done')
    await sql`drop trigger take_sku on import_job`.execute(shop.db.run)

    const job = await read(body.job)
    const sums = { bad_rows: BAD_ROWS + 1, problem_count: 2 * BAD_ROWS + 1 }
    expect(job).toMatchObject({ done: 2, created: 1, ...sums })
    expect(job.problems).toEqual(body.problems)
    expect(await storedEntries(body.job)).toBe(IMPORT_PROBLEMS_MAX + 1)
  })

  it('is also read when all its problems were stored', async () => {
    const old = Array.from({ length: 1_834 }, (_, index) => ({
      row: index + 2,
      field: 'price',
      reason: 'It is no price.',
    }))

    const [many, few, none] = [await store(old), await store(old.slice(0, 3)), await store([])]

    expect(await read(many)).toMatchObject({
      problems: old.slice(0, IMPORT_PROBLEMS_MAX),
      problem_count: 1_834,
    })
    expect(await read(few)).toMatchObject({ problems: old.slice(0, 3), problem_count: 3 })
    expect(await read(none)).toMatchObject({ problems: [], problem_count: 0 })
  })

  async function skus(like: string): Promise<string[]> {
    const { rows } = await sql<{ sku: string }>`
      select sku from product where sku like ${like} order by sku`.execute(shop.db.run)
    return rows.map(({ sku }) => sku)
  }

  async function storedEntries(job: number): Promise<number | undefined> {
    const { rows } = await sql<{ entries: number }>`
      select jsonb_array_length(problems) as entries from import_job where id = ${job}`.execute(
      shop.db.run,
    )
    return rows[0]?.entries
  }
})

/** 300 rows with two problems each, between two good rows. */
function table(tag: string): string {
  const row = (sku: string, name: string, price: string) =>
    `${tag}-${sku},Phones,${name},مستورد,From a file,من ملف,Orvane,${price},3`
  const bad = Array.from({ length: BAD_ROWS }, (_, index) => row(`bad-${index}`, '', 'ten'))
  return [HEADING, row('first', 'Good', '1'), ...bad, row('last', 'Good', '1')].join('\n')
}
