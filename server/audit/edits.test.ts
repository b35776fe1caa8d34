/** What several people of the staff edit at once: an edit of what another one saved meanwhile is refused. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeShop, type Person } from '#tests/kit/shop.ts'

/** Where something is edited, with two values of one of its fields. */
const EDITED: Array<[path: string, field: string, one: unknown, other: unknown]> = [
  ['/shop-details', 'phone', '+971 1', '+971 2'],
  ['/tax', 'tax_number', 'T-1', 'T-2'],
  ['/cash-on-delivery', 'max_total', 100, 200],
]

describeShop('an edit', (shop) => {
  const staff = (admin: Person) => async (method: string, path: string, body?: unknown) =>
    shop.call(method, `/api/admin${path}`, {
      token: admin.token,
      ...(body !== undefined && { body }),
    })

  it.for(EDITED)(
    'of %s is saved over nothing that was not read',
    async ([path, field, one, other]) => {
      const call = staff(await shop.admin())
      const read = async () => (await call('GET', path)).body.data
      const opened = await read()

      const tries = await Promise.all(
        [one, other].map((value) => call('PUT', path, { ...opened, [field]: value })),
      )
      expect(tries.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(tries.find(({ status }) => status === 409)?.body.error).toBe('edited_meanwhile')
      const saved = tries.find(({ status }) => status === 200)?.body.data
      expect(await read()).toEqual(saved)
      expect(saved.version).not.toBe(opened.version)

      // The same as was saved is no other edit.
      expect((await call('PUT', path, { ...saved, version: opened.version })).status).toBe(200)
      // Clients that send none overwrite.
      const { version: _, ...without } = opened
      expect((await call('PUT', path, { ...without, [field]: other })).status).toBe(200)
      const back = await call('PUT', path, { ...without, [field]: one })
      expect(back.body.data).toMatchObject({ [field]: one })
    },
  )

  it('of the Arabic name of a tax alone is saved and logged', async () => {
    const call = staff(await shop.admin())
    const { data } = (await call('GET', '/tax')).body
    const [om, ae] = [
      { country: 'OM', name: 'VAT', name_ar: 'ضريبة', percent: 5 },
      { country: 'AE', name: 'VAT', name_ar: '', percent: 5 },
    ]
    await call('PUT', '/tax', { ...data, rates: [om, ae], version: undefined })
    const rates = [{ ...ae, name_ar: 'ضريبة القيمة المضافة' }, om]
    const { body } = await call('PUT', '/tax', { ...data, rates, version: undefined })
    expect(body.data.rates).toEqual(rates)
    const { rows } = await sql<{ before: object; after: object }>`
      select before, after from audit_entry where entity = 'tax' order by id desc limit 1`.execute(
      shop.db.run,
    )
    expect(rows).toEqual([{ before: { rates: [{ ...ae, name_ar: 'VAT' }, om] }, after: { rates } }])
  })
})
