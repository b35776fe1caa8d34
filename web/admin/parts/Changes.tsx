import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import styles from './Changes.module.css'
import { changesOf } from './changes-of.ts'

/** Texts of known fields; any other field is shown under its database name. */
const FIELD_TEXTS: Record<string, MessageId> = {
  name: 'admin.name',
  name_ar: 'admin.nameAr',
  description: 'admin.description',
  description_ar: 'admin.descriptionAr',
  category: 'admin.category',
  seller: 'admin.seller',
  seller_ar: 'admin.sellerAr',
  sku: 'admin.sku',
  price: 'admin.price',
  compare_at: 'admin.compareAt',
  stock: 'admin.stock',
  specs: 'product.specs',
  pictures: 'admin.field.pictures',
  on_hand: 'admin.field.on_hand',
  note: 'admin.field.note',
  state: 'admin.field.state',
  goodsBack: 'admin.field.goodsBack',
  refunded: 'admin.field.refunded',
  units: 'admin.field.units',
  disabled: 'admin.field.disabled',
  is_active: 'admin.field.is_active',
  title: 'admin.slide.title',
  title_ar: 'admin.slide.title_ar',
  subtitle: 'admin.slide.subtitle',
  subtitle_ar: 'admin.slide.subtitle_ar',
  cta: 'admin.slide.cta',
  cta_ar: 'admin.slide.cta_ar',
  alt: 'admin.slide.alt',
  alt_ar: 'admin.slide.alt_ar',
  link: 'admin.link',
  logo: 'admin.logo',
  brand_id: 'admin.entity.brand',
  sub_category_id: 'list.subCategory',
  family_id: 'admin.family',
  attributes: 'admin.attributes',
  fits: 'admin.fits',
  carrier: 'order.carrier',
  tracking_number: 'order.trackingNumber',
  tracking_url: 'admin.trackingUrl',
  phone: 'profile.phone',
  email: 'profile.email',
  address: 'order.address',
  country: 'address.country',
}

/** Longer lists of fields are folded. */
const SHOWN_AT_ONCE = 3

interface ChangesProps {
  before: unknown
  after: unknown
}

/** The fields of an entry before and after the change. */
export function Changes({ before, after }: ChangesProps) {
  const t = useT()
  const changes = changesOf(before, after)
  const nameOf = (field: string) => {
    const text = FIELD_TEXTS[field]
    return text ? t(text) : field
  }
  if (changes.length === 0) return <span>–</span>
  return (
    <details className={styles.changes} open={changes.length <= SHOWN_AT_ONCE}>
      <summary className={styles.summary}>
        {changes.map(({ field }) => nameOf(field)).join(t('admin.comma'))}
      </summary>
      <dl className={styles.fields}>
        {changes.map(({ field, was, is }) => (
          <div key={field} className={styles.field}>
            <dt>
              <bdi>{nameOf(field)}</bdi>
            </dt>
            {was !== null && (
              <dd>
                <span className="visually-hidden">{t('admin.was')} </span>
                <del dir="auto">{was}</del>
              </dd>
            )}
            {is !== null && (
              <dd>
                <span className="visually-hidden">{t('admin.is')} </span>
                <ins dir="auto">{is}</ins>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </details>
  )
}
