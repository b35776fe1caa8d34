/** A move to an empty shop that stopped half way is finished by importing the same file again. */
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { csvHead, csvLine } from '#server/platform/csv.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import type { ImportRow } from './read-row.ts'
import { storePictures } from './run-import.ts'

const COLUMNS = [
  ...['id', 'sku', 'category', 'name', 'name_ar', 'description', 'description_ar'],
  ...['seller', 'price'],
]

describeShop('an import that stopped', (shop) => {
  async function upload(
    ids: readonly number[],
    mode: 'check' | 'apply',
    sku = (id: number) => `S${id}`,
  ) {
    const lines = ids.map((id) =>
      csvLine([
        `${id}`,
        sku(id),
        'Phones',
        `Phone ${id}`,
        'هاتف',
        'A phone',
        'هاتف',
        'Orvane',
        '9',
      ]),
    )
    const { token } = await shop.admin()
    const { payload, headers } = multipart('file', Buffer.from(csvHead(COLUMNS) + lines.join('')))
    const path = '/api/admin/products/imports'
    const answer = await shop.call('POST', path, { token, payload, headers, query: { mode } })
    if (mode === 'apply') {
      await vi.waitUntil(async () => {
        const job = await shop.call('GET', `${path}/${answer.body.job}`, { token })
        return job.body.data.state !== 'running'
      })
    }
    return answer.body
  }

  const idsOf = async () => {
    const { rows } = await sql<{ id: number }>`select id from product order by id`.execute(
      shop.db.run,
    )
    return rows.map(({ id }) => id)
  }

  it('goes on with the same file, and keeps the ids of the rest', async () => {
    await upload([6, 8], 'apply')
    expect(await idsOf()).toEqual([6, 8])

    const report = await upload([6, 7, 8, 9], 'apply')

    expect(report).toMatchObject({ creates: 2, unchanged: 2, problems: [] })
    expect(await idsOf()).toEqual([6, 7, 8, 9])
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('still refuses the SKU of another product', async () => {
    const report = await upload([6, 7, 8, 9, 10], 'check', (id) => (id === 10 ? 'S6' : `S${id}`))
    expect(report.problems).toEqual([expect.objectContaining({ row: 6, field: 'sku' })])
  })

  it('makes nothing by its id in a shop with a product of its own', async () => {
    expect(await shop.product()).toBeGreaterThan(9)

    const report = await upload([6, 7, 8, 9, 20], 'check')

    expect(report.problems).toEqual([expect.objectContaining({ row: 6, field: 'id' })])
  })
})

it('because pictures could not be stored names the row, and stores none of the rows behind it', async () => {
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
    ...{ row: at + 2, id: null },
    pictures: [{ key: null, file, alt: '', alt_ar: '' }],
  })) as unknown as ImportRow[]

  const stored = await storePictures(rows, uploaded)

  expect(asked).toEqual(['a.png', 'text.png', 'b.png', 'out.png'])
  expect(stored.isOut).toBe(true)
  expect(stored.refused.map(({ row }) => row)).toEqual([3, 5])
  expect((await storePictures(rows.slice(0, 3), uploaded)).isOut).toBe(false)
})
