import { beforeAll, expect, it } from 'vitest'
import type { ShippingMethod, ShippingMethodForm } from '#contract/admin.ts'
import { SHIPPING_METHODS_MAX } from '#contract/limits.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

const COURIER: ShippingMethodForm = {
  name: 'Courier',
  name_ar: 'مندوب',
  places: ['AE', 'SA-01'],
  fee: 4.5,
  free_from: 100,
  days_min: 1,
  days_max: 2,
  last_hour: 14,
  is_active: true,
}

describeShop('the shipping methods that staff edit', (shop) => {
  let staff: Person
  const call = (method: string, path = '', body?: object) =>
    shop.as(staff, method, `/api/admin/shipping-methods${path}`, body)
  const methods = async (): Promise<ShippingMethod[]> => (await call('GET')).body.methods

  beforeAll(async () => {
    staff = await shop.admin()
  })

  it('are one in a fresh shop: everywhere, free', async () => {
    expect(await methods()).toEqual([
      {
        id: 1,
        name: 'Delivery',
        name_ar: 'توصيل',
        places: null,
        fee: 0,
        free_from: null,
        days_min: null,
        days_max: null,
        last_hour: null,
        is_active: true,
        position: 0,
        version: expect.any(String),
      },
    ])
  })

  it('are added, edited, reordered and deleted, and each change is in the audit log', async () => {
    const added = await call('POST', '', COURIER)
    const { id } = added.body.data
    expect(added.body.data).toMatchObject({ ...COURIER, id, position: 1 })

    const edited = await call('PUT', `/${id}`, { ...COURIER, fee: 5, places: null })
    expect(edited.body.data).toMatchObject({ fee: 5, places: null })
    expect((await call('PUT', `/${id}`, { ...COURIER, fee: 5, places: null })).status).toBe(200)
    const sorted = await call('PUT', '', { ids: [id, 1] })
    expect(sorted.body.methods).toMatchObject([{ id }, { id: 1 }])
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    expect((await methods()).map((method) => method.id)).toEqual([1])
    expect((await call('PUT', `/${id}`, COURIER)).status).toBe(404)

    const rows = await shop.sql<{ action: string; before: unknown; after: unknown }>`
      select action, before, after from audit_entry where entity = 'shipping_method'
      order by id`
    expect(rows.map(({ action }) => action)).toEqual(['create', 'edit', 'reorder', 'delete'])
    expect(rows[1]).toMatchObject({
      before: { fee: 4.5, places: ['AE', 'SA-01'] },
      after: { fee: 5, places: null },
    })
  })

  it('stay in the database when they are deleted', async () => {
    await expect(shop.sql`delete from shipping_method`).rejects.toThrow('deleted_at')
  })

  it('are never all switched off', async () => {
    const { is_active: _, position: __, id, ...form } = (await methods())[0] as ShippingMethod

    const answers = [
      await call('PUT', `/${id}`, { ...form, is_active: false }),
      await call('DELETE', `/${id}`),
    ]

    expect(answers.map(({ body }) => body.error)).toEqual(['conflict', 'conflict'])
    expect((await methods())[0]?.is_active).toBe(true)
  })

  it('are refused with the wrong field named', async () => {
    const wrong: Array<[field: string, change: Partial<ShippingMethodForm>]> = [
      ['places', { places: ['XX'] }],
      ['places', { places: ['AE-XX'] }],
      ['places', { places: [] }],
      ['fee', { fee: 1.001 }],
      ['free_from', { free_from: 0 }],
      ['days_max', { days_min: 3 }],
      ['days_max', { days_max: null }],
      ['last_hour', { days_min: null, days_max: null }],
      ['name', { name: ' ' }],
    ]
    for (const [field, change] of wrong) {
      const { status, body } = await call('POST', '', { ...COURIER, ...change })
      expect([status, Object.keys(body.errors)], JSON.stringify(change)).toEqual([422, [field]])
    }
  })

  it('are a short list', async () => {
    const answers = []
    for (let count = 1; count <= SHIPPING_METHODS_MAX; count++) {
      answers.push((await call('POST', '', COURIER)).status)
    }
    expect(answers.slice(-2)).toEqual([201, 409])
  })
})
