/** Shop rules: settings for orders and stock, and whether customers can order now. */
import { type Static, Type } from 'typebox'
import { LATE_HOURS_MAX, LOW_STOCK_MAX, PAY_MINUTES_MAX, SHOP_TEXT_MAX } from '../limits.ts'
import { Nullable } from '../schema.ts'
import { Arabic, editOf, staffEndpoint, versioned } from './shared.ts'

export const ShopRules = Type.Object(
  {
    low_stock: Type.Integer({
      minimum: 1,
      maximum: LOW_STOCK_MAX,
      description: 'number of available units at or below which stock is considered low',
    }),
    late_hours: Type.Integer({
      minimum: 1,
      maximum: LATE_HOURS_MAX,
      description: 'number of hours after which an unsent order is considered late',
    }),
    auto_confirm: Type.Boolean({
      description:
        'whether orders are confirmed automatically, a few seconds after they are placed',
    }),
    pay_minutes: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: PAY_MINUTES_MAX,
        description:
          'how many minutes after confirmation an unpaid order is canceled, except with cash on delivery; null means 30, or 1440 if staff confirm orders',
      }),
    ),
    is_closed: Type.Boolean({
      description:
        'whether the shop is closed: customers can browse, but neither order nor pay (a 409 `maintenance`)',
    }),
    closed_text: {
      ...Arabic(SHOP_TEXT_MAX),
      description:
        'the notice shown to customers while the shop is closed; if empty, a default notice is shown',
    },
    closed_text_ar: Arabic(SHOP_TEXT_MAX),
  },
  { title: 'ShopRules' },
)
export type ShopRules = Static<typeof ShopRules>

const RulesReply = {
  200: Type.Object({
    data: Type.Object({ ...ShopRules.properties, ...versioned }),
    fixed: Type.Array(Type.String(), {
      description: 'names of the fields set by environment variables; `data` contains their values',
    }),
  }),
}

export type ShopRulesReply = Static<(typeof RulesReply)[200]>

export const getShopRules = staffEndpoint('GET /api/admin/shop-rules', {
  summary:
    'The shop rules: when stock is low, when orders are late, how they are confirmed, and whether customers can order',
  replies: RulesReply,
})

export const replaceShopRules = staffEndpoint('PUT /api/admin/shop-rules', {
  summary:
    'Replace the shop rules, effective everywhere immediately; fields set by environment variables are ignored',
  stepUp: true,
  body: Type.Object({ ...ShopRules.properties, ...editOf }),
  replies: RulesReply,
  errors: ['edited_meanwhile'],
})
