/** An import is undone except for what has changed since, and nothing is restored twice. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, it, vi } from 'vitest'
import type { ImportJob } from '#contract/admin.ts'
import { importsOf, PHONE, table } from '#tests/kit/imports.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { agePictures } from '#tests/kit/pictures.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'

/** The application's picture store, whose cleanup a test runs. */
const application = vi.hoisted((): { pictures?: KeptPictures } => ({}))

vi.mock(import('../../platform/media/kept-pictures.ts'), async (original) => {
  const real = await original()
  return {
    ...real,
    createKeptPictures: (...needs) => {
      application.pictures = real.createKeptPictures(...needs)
      return application.pictures
    },
  }
})

/** At full volume, enough rows for two chunks. */
const KNOWN = volume(30, 120)
const OLD = { name: 'Undone', price: 10, stock: 5 }

describeShop('an import that is undone', (shop) => {
  const { token, jobOf, apply, send } = importsOf(shop)
  beforeAll(() => shop.product())
  shop.keepInvariants()

  const undo = async (id: number) =>
    shop.call('POST', `/api/admin/products/imports/${id}/undo`, { token: await token() })

  async function ended(id: number): Promise<ImportJob> {
    await vi.waitUntil(async () => (await jobOf(id)).undo?.state === 'done', { timeout: 60_000 })
    return jobOf(id)
  }

  async function undone(id: number): Promise<ImportJob> {
    expect((await undo(id)).status).toBe(200)
    return ended(id)
  }

  async function buy(Product: number, quantity: number) {
    const { token: customer } = await shop.customer()
    const body = { orders: [{ Product, quantity }] }
    const { status } = await shop.call('POST', '/api/user/order', { token: customer, body })
    expect(status).toBeLessThan(300)
  }

  async function products(name: string) {
    const rows = await shop.sql<Record<string, unknown>>`
      select id, name, sku, price_cents as price, on_hand as stock, specs,
        (select c.name from category c where c.id = category_id) as category,
        (select f.name from family f where f.id = family_id) as family,
        (select count(*)::integer from fit where fit.product_id = product.id) as fits
      from product where name like ${`${name}%`} and deleted_at is null order by id`
    return rows
  }

  it('has every product as before, also when two undo it at once, and may be imported again', async () => {
    const ids = await shop.products(KNOWN, OLD)
    const phone = { ...PHONE, sku: 'undo-phone', name: 'Undone new phone' }
    const before = await products('Undone')
    const changed = ids.map((id, at) => ({
      ...PHONE,
      id: `${id}`,
      name: 'Undone now',
      price: '12.00',
      stock_change: '3',
      sku: `undo-${at}`,
      specs: 'weight | Weight | الوزن | 1 g | 1 جم',
    }))
    const file = table([...changed, phone, { ...phone, sku: 'undo-other' }])
    const { job } = await apply(file, { ownIds: 'true' })
    expect(job).toMatchObject({ updated: KNOWN, created: 2, can_undo: true, undo: null })

    const tries = await Promise.all([undo(job.id), undo(job.id)])
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await ended(job.id)).toMatchObject({
      can_undo: false,
      undo: { undone: KNOWN + 2, kept: 0, kept_rows: [] },
    })
    expect(await products('Undone')).toEqual(before)
    expect((await undo(job.id)).status).toBe(409)
    const rows = await shop.sql<{ count: number }>`
      select count(*)::integer as count from audit_entry
      where entity_id = ${ids[0]} and action in ('edit', 'stock')`
    expect(rows[0]?.count).toBe(4)
    const prices = await shop.sql`select from price_history where product_id = ${ids[0]}`
    expect(prices).toHaveLength(3)
    expect((await send(file, { mode: 'check', ownIds: 'true' })).body.applied_at).toBeNull()
  })

  it('leaves what changed or was ordered since, and says so', async () => {
    const [edited = 0, sold = 0, plain = 0] = await shop.products(3, { ...OLD, name: 'Since' })
    const rows = [edited, sold, plain].map((id) => ({
      ...PHONE,
      id: `${id}`,
      name: 'Since now',
      stock_change: '3',
    }))
    const fresh = { ...PHONE, name: 'Since new', stock: '2' }
    const stocked = { ...PHONE, sku: 'since-stocked', name: 'Since stocked', stock: '2' }
    const { job } = await apply(table([...rows, fresh, stocked]), { ownIds: 'true' })
    const [, , , made, more] = await products('Since')
    const { stock: _, ...came } = { ...stocked, id: `${more?.id}`, stock_change: '40' }
    await apply(table([came]), { ownIds: 'true' })
    await shop.sql`
      update product set price_cents = 1, version = version + 1 where id = ${edited}`
    await buy(sold, 7)
    await buy(made?.id as number, 1)

    const { undo: result } = await undone(job.id)

    expect(result).toMatchObject({ undone: 2, kept: 4 })
    expect(result?.kept_rows).toMatchObject([
      { row: 2, id: edited, name: 'Since now', reason: 'changed' },
      { row: 3, id: sold, reason: 'ordered' },
      { row: 5, id: made?.id, name: 'Since new', reason: 'hidden' },
      { row: 6, id: more?.id, name: 'Since stocked', reason: 'changed' },
    ])
    expect(await products('Since')).toMatchObject([
      { id: edited, name: 'Since now', price: 1, stock: 8 },
      { id: sold, name: 'Since now', stock: 8 },
      { id: plain, name: 'Since', stock: 5 },
      { id: more?.id, name: 'Since stocked', stock: 42 },
    ])
  })

  it('gives accessories what they fitted, and products their category and no group', async () => {
    const phone = { ...PHONE, sku: 'undo-device', name: 'Fits phone' }
    const case_ = { ...PHONE, category: 'Accessories', sku: 'undo-case', name: 'Fits case' }
    await apply(table([phone, case_], ['fits']))
    const before = await products('Fits')

    const fits = { ...case_, fits: 'product | undo-device', price: '11.00' }
    const { job } = await apply(table([fits]))
    expect(await products('Fits case')).toMatchObject([{ fits: 1, price: 1100 }])

    expect((await undone(job.id)).undo).toMatchObject({ undone: 1, kept: 0 })
    expect(await products('Fits')).toEqual(before)

    const shopify = [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
      'fits,Fits,Color,Black,undo-device,9',
      'fits,,,Red,undo-case,9',
    ].join('\n')
    const mapping = JSON.stringify({ category: 'Electronics' })
    const moved = await apply(shopify, { mapping })
    expect(await products('Fits ')).toMatchObject([
      { category: 'Electronics', family: 'Fits' },
      { category: 'Electronics', family: 'Fits' },
    ])
    const { body: latest } = await shop.call('GET', '/api/admin/products/imports', {
      token: await token(),
    })
    expect(latest).toEqual({ id: moved.job.id })
    expect((await undone(moved.job.id)).undo).toMatchObject({ undone: 2, kept: 0 })
    expect(await products('Fits')).toEqual(before)
  })

  it('puts back what an accessory fitted with its other fields, or neither', async () => {
    const device = { ...PHONE, sku: 'whole-device', name: 'Whole phone' }
    const case_ = { ...PHONE, category: 'Accessories', sku: 'whole-case', name: 'Whole case' }
    await apply(table([device, { ...case_, fits: 'product | whole-device' }]))
    const before = await products('Whole')
    const { job } = await apply(table([{ ...case_, fits: '', price: '11.00' }], ['fits']))
    const after = await products('Whole')
    expect(after).not.toEqual(before)

    await shop.sql`alter table fit add constraint stop check (product_id = 0) not valid`
    expect((await undo(job.id)).body.data.undo).toMatchObject({ state: 'stopped', undone: 0 })
    expect(await products('Whole')).toEqual(after)

    await shop.sql`alter table fit drop constraint stop`
    expect((await undone(job.id)).undo).toMatchObject({ undone: 1, kept: 0 })
    expect(await products('Whole')).toEqual(before)
  })

  it('finds the pictures that were replaced, until it is no longer possible', async () => {
    const id = await shop.product({ name: 'Shown' })
    const content = await sharp({
      create: { width: 8, height: 8, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer()
    const upload = { ...multipart('image', content), token: await token() }
    const { body } = await shop.call('POST', `/api/admin/products/${id}/pictures`, upload)
    const [{ key }] = body.data.pictures
    const isThere = () => existsSync(join(shop.folder, 'media', key))
    async function pass() {
      await agePictures(shop.db)
      await application.pictures?.removeUnused()
    }
    const bare = { ...PHONE, id: `${id}`, name: 'Shown' }
    const replace = () => apply(table([bare], ['pictures']), { ownIds: 'true' })

    const { job } = await replace()
    await pass()
    expect(isThere()).toBe(true)
    await undone(job.id)
    const rows = await shop.sql<{ pictures: unknown }>`
      select pictures from product where id = ${id}`
    expect(rows).toMatchObject([{ pictures: [{ key }] }])

    const { job: other } = await replace()
    await shop.sql`
      update import_job set updated_at = now() - interval '25 hours' where id = ${other.id}`
    await pass()
    expect(isThere()).toBe(false)
  })

  it('is no longer possible a day later', async () => {
    const { job } = await apply(table([{ ...PHONE, name: 'Too late' }]))
    await shop.sql`
      update import_job set updated_at = now() - interval '25 hours' where id = ${job.id}`

    expect(await undo(job.id)).toMatchObject({ status: 409 })
    expect(await undo(999_999)).toMatchObject({ status: 404 })
    expect(await products('Too late')).toHaveLength(1)
  })
})
