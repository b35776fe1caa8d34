/** What staff choose for orders and stock. */
import { type Static, Type } from 'typebox'
import { LATE_HOURS_MAX, LOW_STOCK_MAX } from '../limits.ts'
import { editOf, staffEndpoint, versioned } from './shared.ts'

export const ShopRules = Type.Object(
  {
    low_stock: Type.Integer({
      minimum: 1,
      maximum: LOW_STOCK_MAX,
      description: 'available units at or below which stock counts as low',
    }),
    late_hours: Type.Integer({
      minimum: 1,
      maximum: LATE_HOURS_MAX,
      description: 'hours after which an order that waits to be sent counts as late',
    }),
  },
  { title: 'ShopRules' },
)
export type ShopRules = Static<typeof ShopRules>

const RulesReply = {
  200: Type.Object({ data: Type.Object({ ...ShopRules.properties, ...versioned }) }),
}

export const getShopRules = staffEndpoint('GET /api/admin/shop-rules', {
  summary: 'When stock counts as low, and an order as late',
  replies: RulesReply,
})

export const replaceShopRules = staffEndpoint('PUT /api/admin/shop-rules', {
  summary: 'Replace them; lists, figures and e-mails follow at once',
  body: Type.Object({ ...ShopRules.properties, ...editOf }),
  replies: RulesReply,
  errors: ['edited_meanwhile'],
})
