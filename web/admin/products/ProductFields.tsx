import { type ReactNode, useState } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import { DESCRIPTION_MAX, PRODUCT_NAME_MAX, SELLER_MAX, SKU_MAX } from '#contract/limits.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { currencyMark } from '#contract/money.ts'
import { numberIn } from '#contract/read-decimal.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field, Select } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Money } from '../parts/Money.tsx'
import { BilingualFields, NamesFields } from '../parts/NamesFields.tsx'
import { amountField } from '../parts/number-fields.ts'
import { useShopTime } from '../parts/shop-time.ts'
import { GroupFields } from './GroupFields.tsx'
import styles from './ProductEditor.module.css'
import { OpeningStock } from './StockFields.tsx'

interface ProductFieldsProps {
  product: AdminProduct | null
  /** Whether to ask for the opening stock. */
  isNew: boolean
  /** Shown after the first group of fields. */
  children: ReactNode
}

/** A product's fields; those needed to sell it come first. */
export function ProductFields({ product, isNew, children }: ProductFieldsProps) {
  const t = useT()
  const [category, setCategory] = useState<Category>(product?.category ?? CATEGORIES[0])
  const [price, setPrice] = useState(product ? String(product.price) : '')
  // A price of zero must be confirmed, so that it is never entered by mistake.
  const [isFree, setIsFree] = useState(product?.price === 0)
  const isNothing = numberIn(price) === 0
  return (
    <>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('admin.basics')}</legend>
        <div className={styles.pair}>
          <NamesFields
            entity={product}
            max={PRODUCT_NAME_MAX}
            english={{ 'data-autofocus': true }}
          />
        </div>
        <div className={styles.small}>
          <Field
            label={t('admin.priceIn', { currency: currencyMark() })}
            name="price"
            required
            {...amountField()}
            {...(isFree && { min: 0 })}
            value={price}
            onChange={({ target }) => setPrice(target.value)}
          />
          {isNew && <OpeningStock />}
          <Select
            label={t('admin.category')}
            name="category"
            value={category}
            onChange={({ target }) => setCategory(target.value as Category)}
            options={CATEGORIES.map((value) => ({ value, text: t(`category.${value}`) }))}
          />
        </div>
        {isNothing && (
          <Switch
            label={t('admin.isFree')}
            checked={isFree}
            onChange={({ target }) => setIsFree(target.checked)}
          />
        )}
      </fieldset>
      {children}
      <Words product={product} />
      <Offer product={product} price={numberIn(price)} />
      <GroupFields product={product} category={category} />
    </>
  )
}

function Words({ product }: Pick<ProductFieldsProps, 'product'>) {
  const t = useT()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('admin.words')}</legend>
      <div className={styles.pair}>
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
    </fieldset>
  )
}

interface OfferProps extends Pick<ProductFieldsProps, 'product'> {
  price: number
}

function Offer({ product, price }: OfferProps) {
  const t = useT()
  const [before, setBefore] = useState(product?.compare_at_price ?? 0)
  const tooLow = before > 0 && before <= price
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('admin.offer')}</legend>
      <div className={styles.small}>
        <Field
          label={t('form.optional', { label: t('admin.compareAt', { currency: currencyMark() }) })}
          name="compare_at_price"
          {...amountField()}
          defaultValue={product?.compare_at_price ?? ''}
          error={tooLow ? t('admin.compareAtLow') : undefined}
          hint={t('admin.compareAtHint')}
          onChange={({ target }) => setBefore(numberIn(target.value) || 0)}
        />
        <Field
          label={t('form.optional', { label: t('admin.sku') })}
          name="sku"
          maxLength={SKU_MAX}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          title={t('admin.skuHint')}
          dir="ltr"
          defaultValue={product?.sku ?? ''}
        />
      </div>
      {product && <PriceHistory prices={product.prices} />}
    </fieldset>
  )
}

function PriceHistory({ prices }: Pick<AdminProduct, 'prices'>) {
  const t = useT()
  const dateTime = useShopTime()
  return (
    <details>
      <summary>{t('admin.priceHistory')}</summary>
      <ul>
        {prices.map(({ price, since }) => (
          <li key={since}>
            <Money amount={price} /> <span className="quiet">{dateTime(since)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
