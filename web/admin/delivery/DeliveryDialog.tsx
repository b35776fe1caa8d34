import type { ShippingMethod, ShippingMethodForm } from '#contract/admin/delivery.ts'
import { DELIVERY_DAYS_MAX, DELIVERY_NAME_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { AmountField } from '../parts/AmountField.tsx'
import { EntityDialog, type EntityFormProps } from '../parts/EntityDialog.tsx'
import styles from '../parts/Form.module.css'
import type { FormValues } from '../parts/form-values.ts'
import { NamesFields } from '../parts/NamesFields.tsx'
import { COUNT } from '../parts/number-fields.ts'
import { useShopZone } from '../parts/shop-time.ts'
import { methods } from './delivery.queries.ts'
import { PlacesField } from './PlacesField.tsx'

export function DeliveryDialog({ entity: method, onClose }: EntityFormProps<ShippingMethod>) {
  const t = useT()
  return (
    <EntityDialog
      title={t(method ? 'admin.editShippingMethod' : 'admin.newShippingMethod')}
      about="shipping_method"
      entity={method}
      list={methods}
      read={readForm}
      onClose={onClose}
    >
      <NamesFields entity={method} max={DELIVERY_NAME_MAX} />
      <PlacesField places={method?.places ?? []} />
      <Price method={method} />
      <Time method={method} />
      <Switch
        label={t('admin.usable')}
        name="is_active"
        defaultChecked={method?.is_active ?? true}
      />
    </EntityDialog>
  )
}

type FieldsProps = { method: ShippingMethod | null }

function Price({ method }: FieldsProps) {
  const t = useT()
  return (
    <div className={styles.pair}>
      <AmountField
        label={t('admin.deliveryFee')}
        name="fee"
        min={0}
        required
        defaultValue={method?.fee ?? 0}
      />
      <AmountField
        label={t('admin.deliveryFreeFrom')}
        name="free_from"
        defaultValue={method?.free_from ?? ''}
        hint={t('admin.deliveryFreeFromHint')}
      />
    </div>
  )
}

function Time({ method }: FieldsProps) {
  const t = useT()
  const zone = useShopZone()
  return (
    <>
      <div className={styles.pair}>
        <Field
          label={t('form.optional', { label: t('admin.deliveryDaysMin') })}
          name="days_min"
          {...COUNT}
          min={0}
          max={DELIVERY_DAYS_MAX}
          defaultValue={method?.days_min ?? ''}
        />
        <Field
          label={t('form.optional', { label: t('admin.deliveryDaysMax') })}
          name="days_max"
          {...COUNT}
          min={0}
          max={DELIVERY_DAYS_MAX}
          defaultValue={method?.days_max ?? ''}
          hint={t('admin.deliveryDaysHint')}
        />
      </div>
      <Field
        label={t('form.optional', { label: t('admin.deliveryLastHour') })}
        name="last_hour"
        {...COUNT}
        min={1}
        max={23}
        defaultValue={method?.last_hour ?? ''}
        hint={t('admin.deliveryLastHourHint', { zone })}
      />
    </>
  )
}

function readForm({ figure, number, all, isOn, bilingual }: FormValues): ShippingMethodForm {
  const places = all('places')
  return {
    ...bilingual('name'),
    places: places.length === 0 ? null : places,
    fee: figure('fee'),
    free_from: number('free_from'),
    days_min: number('days_min'),
    days_max: number('days_max'),
    last_hour: number('last_hour'),
    is_active: isOn('is_active'),
  }
}
