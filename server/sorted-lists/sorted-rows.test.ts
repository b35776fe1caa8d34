import { expect, it } from 'vitest'
import type { AuditEntry } from '#contract/admin.ts'
import { describeShop } from '#tests/kit/shop.ts'

const BODIES = {
  brands: { name: ' Orvane ', name_ar: ' أورفان ', logo: null },
  'sub-categories': { category: 'Phones', name: ' Foldables ', name_ar: ' قابلة للطي ' },
}

describeShop('the audit of a sorted list', (shop) => {
  it.for([
    ['brands', 'brand', 'Orvane', 'أورفان'],
    ['sub-categories', 'sub_category', 'Foldables', 'قابلة للطي'],
  ] as const)(
    'records the names of %s as they are stored',
    async ([list, entity, name, name_ar]) => {
      const { token } = await shop.admin()
      const call = (method: string, path: string, body: object) =>
        shop.call(method, `/api/admin/${path}`, { token, body })

      const created = await call('POST', list, BODIES[list])
      expect(created.body.data).toMatchObject({ name, name_ar })
      // Only spaces differ: nothing has changed.
      await call('PUT', `${list}/${created.body.data.id}`, BODIES[list])
      await call('PUT', `${list}/${created.body.data.id}`, { ...BODIES[list], name: ' Other ' })

      const { body } = await shop.call('GET', '/api/admin/audit', { token, query: { entity } })
      expect(
        body.entries.map(({ action, before, after }: AuditEntry) => [action, before, after]),
      ).toEqual([
        ['edit', { name }, { name: 'Other' }],
        ['create', null, { ...BODIES[list], name, name_ar }],
      ])
    },
  )
})
