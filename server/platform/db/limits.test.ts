/**
 * Compares limits defined twice: in contract/limits.ts and in the database's constraints. ORDER_LINES_MAX, which a
 * trigger enforces, is compared in cart.test.ts.
 */
import { expect, it } from 'vitest'
import * as limits from '#contract/limits.ts'
import { describeShop } from '#tests/kit/shop.ts'

const { QUANTITY_MIN, QUANTITY_MAX } = limits

/** The minimum and maximum of each column's value or length; the minimum is null if there is none. */
const KEPT: Record<string, [lowest: number | null, highest: number]> = {
  'app_user.username': [1, limits.USERNAME_MAX],
  'app_user.email': [3, limits.EMAIL_MAX],
  'app_user.phone': [null, limits.PROFILE_FIELD_MAX],
  'app_user.country': [null, limits.PROFILE_FIELD_MAX],
  'app_user.city': [null, limits.PROFILE_FIELD_MAX],
  'product.name': [1, limits.PRODUCT_NAME_MAX],
  'product.seller_ar': [null, limits.SELLER_MAX],
  'product.price_cents': [0, limits.PRICE_CENTS_MAX],
  'rating.stars': [limits.STARS_MIN, limits.STARS_MAX],
  'cart_item.quantity': [QUANTITY_MIN, QUANTITY_MAX],
  'orders.quantity': [QUANTITY_MIN, QUANTITY_MAX],
  'order_batch.idempotency_key': [1, limits.IDEMPOTENCY_KEY_MAX],
  'slide.title': [1, limits.SLIDE_MAX.title],
  'slide.title_ar': [1, limits.SLIDE_MAX.title],
  'slide.subtitle': [null, limits.SLIDE_MAX.subtitle],
  'slide.subtitle_ar': [null, limits.SLIDE_MAX.subtitle],
  'slide.cta': [1, limits.SLIDE_MAX.cta],
  'slide.cta_ar': [1, limits.SLIDE_MAX.cta],
  'slide.link': [null, limits.LINK_MAX],
  'partner.name': [1, limits.PARTNER_NAME_MAX],
  'partner.name_ar': [1, limits.PARTNER_NAME_MAX],
  'partner.link': [null, limits.LINK_MAX],
  'shop_rules.low_stock': [1, limits.LOW_STOCK_MAX],
  'shop_rules.pay_minutes': [1, limits.PAY_MINUTES_MAX],
  'shop_rules.late_hours': [1, limits.LATE_HOURS_MAX],
}

describeShop('a limit that a constraint keeps too', (shop) => {
  it('is the same in both', async () => {
    const rows = await shop.sql<{ name: string; definition: string }>`
      select relname || '.' || attname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class t on t.oid = conrelid
        join pg_attribute a on attrelid = conrelid and conkey = array[attnum]
      where contype = 'c'`

    const found = rows.flatMap(({ name, definition }) => {
      const lowest = />= (\d+)/.exec(definition)?.[1]
      const highest = /<= (\d+)/.exec(definition)?.[1]
      return name in KEPT && highest
        ? [[name, [lowest ? Number(lowest) : null, Number(highest)]]]
        : []
    })
    expect(Object.fromEntries(found)).toEqual(KEPT)
  })
})
