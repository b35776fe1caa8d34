import type { DeliveryWay, DeliveryWayForm } from '#contract/admin/delivery.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { DELIVERY_DAYS_MAX, DELIVERY_NAME_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { EntityDialog } from '../parts/EntityDialog.tsx'
import styles from '../parts/Form.module.css'
import type { FormValues } from '../parts/form-values.ts'
import { NamesFields } from '../parts/NamesFields.tsx'
import { AMOUNT, COUNT } from '../parts/number-fields.ts'
import { ways } from './delivery.queries.ts'
import { PlacesField } from './PlacesField.tsx'

interface DeliveryDialogProps {
  /** Null for a new way. */
  way: DeliveryWay | null
  onClose: () => void
}

/** The form of a delivery way. */
export function DeliveryDialog({ way, onClose }: DeliveryDialogProps) {
  const t = useT()
  return (
    <EntityDialog
      title={t(way ? 'admin.editDeliveryWay' : 'admin.newDeliveryWay')}
      save={(values) => ways.save(way?.id ?? null, readForm(values))}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <NamesFields entity={way} max={DELIVERY_NAME_MAX} wrong={wrong} />
          <PlacesField places={way?.places ?? []} error={wrong.places?.[0]} />
          <Price way={way} wrong={wrong} />
          <Time way={way} wrong={wrong} />
          <Switch
            label={t('admin.usable')}
            name="is_active"
            defaultChecked={way?.is_active ?? true}
          />
        </>
      )}
    </EntityDialog>
  )
}

type FieldsProps = Pick<DeliveryDialogProps, 'way'> & { wrong: FieldErrors }

function Price({ way, wrong }: FieldsProps) {
  const t = useT()
  return (
    <div className={styles.pair}>
      <Field
        label={t('admin.deliveryFee')}
        name="fee"
        {...AMOUNT}
        min={0}
        required
        defaultValue={way?.fee ?? 0}
        error={wrong.fee?.[0]}
      />
      <Field
        label={t('admin.deliveryFreeFrom')}
        name="free_from"
        {...AMOUNT}
        defaultValue={way?.free_from ?? ''}
        hint={t('admin.deliveryFreeFromHint')}
        error={wrong.free_from?.[0]}
      />
    </div>
  )
}

function Time({ way, wrong }: FieldsProps) {
  const t = useT()
  return (
    <>
      <div className={styles.pair}>
        <Field
          label={t('admin.deliveryDaysMin')}
          name="days_min"
          {...COUNT}
          min={0}
          max={DELIVERY_DAYS_MAX}
          defaultValue={way?.days_min ?? ''}
          error={wrong.days_min?.[0]}
        />
        <Field
          label={t('admin.deliveryDaysMax')}
          name="days_max"
          {...COUNT}
          min={0}
          max={DELIVERY_DAYS_MAX}
          defaultValue={way?.days_max ?? ''}
          hint={t('admin.deliveryDaysHint')}
          error={wrong.days_max?.[0]}
        />
      </div>
      <Field
        label={t('admin.deliveryLastHour')}
        name="last_hour"
        {...COUNT}
        min={1}
        max={23}
        defaultValue={way?.last_hour ?? ''}
        hint={t('admin.deliveryLastHourHint')}
        error={wrong.last_hour?.[0]}
      />
    </>
  )
}

function readForm({ text, number, all, isOn, bilingual }: FormValues): DeliveryWayForm {
  const places = all('places')
  return {
    ...bilingual('name'),
    places: places.length === 0 ? null : places,
    fee: Number(text('fee')),
    free_from: number('free_from'),
    days_min: number('days_min'),
    days_max: number('days_max'),
    last_hour: number('last_hour'),
    is_active: isOn('is_active'),
  }
}
