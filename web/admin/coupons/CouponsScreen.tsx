import { useQuery } from '@tanstack/react-query'
import type { Coupon } from '#contract/admin/coupons.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { EntityList } from '../parts/EntityList.tsx'
import styles from '../parts/Form.module.css'
import { useShopTime } from '../parts/shop-time.ts'
import { CouponDialog } from './CouponDialog.tsx'
import { COUPON_KINDS } from './coupon-kinds.tsx'
import { coupons } from './coupons.queries.ts'

export default function CouponsScreen() {
  const t = useT()
  return (
    <EntityList
      title={t('admin.coupons')}
      isScreen
      add={t('admin.newCoupon')}
      empty={t('admin.none.coupons')}
      query={useQuery(coupons.query)}
      nameOf={({ code }) => code}
      switchedOn="usable"
      list={coupons}
      removeText={t('admin.removeCouponText')}
      dialog={(form) => <CouponDialog {...form} />}
    >
      {(coupon) => <Terms coupon={coupon} />}
    </EntityList>
  )
}

function Terms({ coupon }: { coupon: Coupon }) {
  const t = useT()
  const dateTime = useShopTime()
  const { Takes } = COUPON_KINDS[coupon.kind]
  const { starts_at: from, ends_at: until, least, categories, product_ids: products } = coupon
  const state = stateOf(coupon)
  const limits = [
    least !== null && t('admin.couponFrom', { sum: priceInText(least) }),
    categories?.map((category) => t(`category.${category}`)).join(', '),
    products && t('admin.couponProducts', { count: products.length }),
    from && t('admin.couponBegins', { date: dateTime(from) }),
    until && t('admin.couponEnds', { date: dateTime(until) }),
  ].filter(Boolean)
  return (
    <div className={styles.thing}>
      <strong>
        <bdi dir="ltr">{coupon.code}</bdi> · <Takes coupon={coupon} />{' '}
        {state && <Tag>{t(`admin.coupon.${state}`)}</Tag>}
      </strong>
      {limits.length > 0 && <span className="quiet">{limits.join(' · ')}</span>}
      <span className="quiet">
        {coupon.max_uses === null
          ? t('admin.couponUses', { count: coupon.uses })
          : t('admin.couponUsesOf', { count: coupon.uses, max: coupon.max_uses })}
        {coupon.given > 0 && <> · {t('admin.couponGiven', { sum: priceInText(coupon.given) })}</>}
      </span>
    </div>
  )
}

/** Why customers cannot use the coupon although it is on; null if they can. */
function stateOf({ is_active, starts_at, ends_at, uses, max_uses }: Coupon) {
  if (!is_active) return null
  if (ends_at !== null && Date.parse(ends_at) <= Date.now()) return 'expired'
  if (max_uses !== null && uses >= max_uses) return 'usedUp'
  if (starts_at !== null && Date.parse(starts_at) > Date.now()) return 'scheduled'
  return null
}
