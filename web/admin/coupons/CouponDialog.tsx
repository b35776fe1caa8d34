import { useState } from 'react'
import type { Coupon, CouponForm } from '#contract/admin/coupons.ts'
import { COUPON_CODE_MAX, COUPON_PRODUCTS_MAX, COUPON_USES_MAX } from '#contract/limits.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import X from '#web/ui/icons/x.svg?icon'
import { Switch } from '#web/ui/Switch.tsx'
import { AmountField } from '../parts/AmountField.tsx'
import { EntityDialog, type EntityFormProps } from '../parts/EntityDialog.tsx'
import styles from '../parts/Form.module.css'
import type { FormValues } from '../parts/form-values.ts'
import { localTime, readTime } from '../parts/local-time.ts'
import { COUNT } from '../parts/number-fields.ts'
import { ProductSearch } from '../parts/ProductSearch.tsx'
import { useShopZone } from '../parts/shop-time.ts'
import own from './CouponDialog.module.css'
import { COUPON_KINDS, type CouponFieldsProps, readFigures } from './coupon-kinds.tsx'
import { coupons } from './coupons.queries.ts'

export function CouponDialog({ entity: coupon, onClose }: EntityFormProps<Coupon>) {
  const t = useT()
  const zone = useShopZone()
  return (
    <EntityDialog
      title={t(coupon ? 'admin.editCoupon' : 'admin.newCoupon')}
      about="coupon"
      entity={coupon}
      list={coupons}
      namesOf={({ products }) => products.map((product) => ({ kind: 'product', ...product }))}
      read={(values) => readForm(values, coupon, zone)}
      onClose={onClose}
    >
      <Field
        label={t('admin.couponCode')}
        name="code"
        required
        dir="ltr"
        autoCapitalize="characters"
        maxLength={COUPON_CODE_MAX}
        defaultValue={coupon?.code}
        hint={t('admin.couponCodeHint')}
      />
      <Value coupon={coupon} />
      <Limits coupon={coupon} />
      <Switch
        label={t('admin.usable')}
        name="is_active"
        defaultChecked={coupon?.is_active ?? true}
      />
    </EntityDialog>
  )
}

function Value({ coupon }: CouponFieldsProps) {
  const t = useT()
  const [kind, setKind] = useState<Coupon['kind']>(coupon?.kind ?? 'percent')
  const { Figure } = COUPON_KINDS[kind]
  return (
    <div className={styles.pair}>
      <Select
        label={t('admin.couponKind')}
        name="kind"
        value={kind}
        onChange={({ target }) => setKind(target.value as Coupon['kind'])}
        options={Object.entries(COUPON_KINDS).map(([value, { name }]) => ({
          value,
          text: t(name),
        }))}
      />
      {Figure && <Figure coupon={coupon} />}
    </div>
  )
}

function Limits({ coupon }: CouponFieldsProps) {
  const t = useT()
  const zone = useShopZone()
  return (
    <>
      <Field
        label={t('form.optional', { label: t('admin.couponBegin') })}
        name="starts_at"
        type="datetime-local"
        defaultValue={localTime(coupon?.starts_at, zone)}
        hint={t('admin.timesIn', { zone })}
      />
      <Field
        label={t('form.optional', { label: t('admin.couponEnd') })}
        name="ends_at"
        type="datetime-local"
        defaultValue={localTime(coupon?.ends_at, zone)}
        hint={t('admin.timesIn', { zone })}
      />
      <AmountField label={t('admin.couponLeast')} name="least" defaultValue={coupon?.least ?? ''} />
      <fieldset className={styles.choices}>
        <legend>{t('admin.couponFor')}</legend>
        {CATEGORIES.map((category) => (
          <label key={category}>
            <input
              type="checkbox"
              name="categories"
              value={category}
              defaultChecked={coupon?.categories?.includes(category)}
            />
            {t(`category.${category}`)}
          </label>
        ))}
      </fieldset>
      <Products coupon={coupon} />
      <div className={styles.pair}>
        <Field
          label={t('form.optional', { label: t('admin.couponMaxUses') })}
          name="max_uses"
          {...COUNT}
          min={1}
          max={COUPON_USES_MAX}
          defaultValue={coupon?.max_uses ?? ''}
        />
        <Field
          label={t('form.optional', { label: t('admin.couponPerCustomer') })}
          name="max_uses_per_customer"
          {...COUNT}
          min={1}
          max={1000}
          defaultValue={coupon?.max_uses_per_customer ?? ''}
        />
      </div>
    </>
  )
}

function Products({ coupon }: CouponFieldsProps) {
  const t = useT()
  const pick = useLocalized()
  const [chosen, setChosen] = useState(coupon?.products ?? [])
  return (
    <fieldset className={own.products}>
      <legend>{t('admin.couponProductIds')}</legend>
      {chosen.length > 0 && (
        <ul>
          {chosen.map((product) => {
            const name = pick(product, 'name')
            return (
              <li key={product.id}>
                <input type="hidden" name="product_ids" value={product.id} />
                <bdi>{name}</bdi>
                <Button
                  variant="quiet"
                  aria-label={t('admin.takeOutNamed', { name })}
                  onClick={() => setChosen(chosen.filter(({ id }) => id !== product.id))}
                >
                  <X size={18} aria-hidden />
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {chosen.length < COUPON_PRODUCTS_MAX && (
        <ProductSearch
          without={chosen.map(({ id }) => id)}
          onChoose={(product) => setChosen([...chosen, product])}
        />
      )}
    </fieldset>
  )
}

function readForm(values: FormValues, coupon: Coupon | null, zone: string): CouponForm {
  const { text, number, all, isOn } = values
  const categories = all('categories') as Category[]
  const products = all('product_ids').map(Number)
  return {
    code: text('code'),
    kind: text('kind') as CouponForm['kind'],
    ...readFigures(values),
    starts_at: readTime(text('starts_at'), coupon?.starts_at, zone),
    ends_at: readTime(text('ends_at'), coupon?.ends_at, zone),
    least: number('least'),
    categories: categories.length > 0 ? categories : null,
    product_ids: products.length > 0 ? products : null,
    max_uses: number('max_uses'),
    max_uses_per_customer: number('max_uses_per_customer'),
    is_active: isOn('is_active'),
  }
}
