import { useState } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import {
  DESCRIPTION_MAX,
  PRICE_CENTS_MAX,
  PRODUCT_NAME_MAX,
  SELLER_MAX,
  SKU_MAX,
} from '#contract/limits.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field, Select } from '#web/ui/Field.tsx'
import { BilingualFields, NamesFields } from '../parts/NamesFields.tsx'
import { GroupFields } from './GroupFields.tsx'
import styles from './ProductEditor.module.css'

interface FieldsProps {
  product: AdminProduct | null
}

/** Texts, price, category and attributes of a product. */
export function ProductFields({ product }: FieldsProps) {
  const t = useT()
  const [category, setCategory] = useState<Category>(product?.category ?? CATEGORIES[0])
  return (
    <>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('admin.words')}</legend>
        <Words product={product} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('admin.offer')}</legend>
        <Offer product={product} category={category} onCategory={setCategory} />
      </fieldset>
      <GroupFields product={product} category={category} />
    </>
  )
}

/** Name, description and seller in both languages, side by side. */
function Words({ product }: FieldsProps) {
  const t = useT()
  return (
    <div className={styles.pair}>
      <NamesFields entity={product} max={PRODUCT_NAME_MAX} english={{ 'data-autofocus': true }} />
      <BilingualFields
        name="description"
        labels={[t('admin.description'), t('admin.descriptionAr')]}
        now={[product?.description, product?.description_ar]}
        max={DESCRIPTION_MAX}
        required={false}
        long
      />
      <BilingualFields
        name="seller"
        labels={[t('admin.seller'), t('admin.sellerAr')]}
        now={[product?.seller, product?.seller_ar]}
        max={SELLER_MAX}
        required={false}
        english={{ hint: t('admin.sellerHint') }}
      />
    </div>
  )
}

interface OfferProps extends FieldsProps {
  category: Category
  onCategory: (category: Category) => void
}

function Offer({ product, category: chosen, onCategory }: OfferProps) {
  const t = useT()
  const [prices, setPrices] = useState({
    now: product?.price ?? 0,
    before: product?.compare_at_price ?? 0,
  })
  const tooLow = prices.before > 0 && prices.before <= prices.now
  const amount = {
    type: 'number',
    min: 0,
    max: PRICE_CENTS_MAX / 100,
    step: 0.01,
    dir: 'ltr',
    inputMode: 'decimal',
  } as const
  return (
    <div className={styles.small}>
      <Field
        label={t('admin.priceUsd')}
        name="price"
        required
        {...amount}
        defaultValue={product?.price}
        onChange={(event) => setPrices({ ...prices, now: Number(event.target.value) })}
      />
      <Field
        label={t('admin.compareAt')}
        name="compare_at_price"
        {...amount}
        defaultValue={product?.compare_at_price ?? ''}
        error={tooLow ? t('admin.compareAtLow') : undefined}
        hint={t('admin.compareAtHint')}
        onChange={(event) => setPrices({ ...prices, before: Number(event.target.value) })}
      />
      <Select
        label={t('admin.category')}
        name="category"
        value={chosen}
        onChange={({ target }) => onCategory(target.value as Category)}
        options={CATEGORIES.map((value) => ({ value, text: t(`category.${value}`) }))}
      />
      <Field
        label={t('admin.sku')}
        name="sku"
        maxLength={SKU_MAX}
        pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
        title={t('admin.skuHint')}
        dir="ltr"
        defaultValue={product?.sku ?? ''}
      />
    </div>
  )
}
