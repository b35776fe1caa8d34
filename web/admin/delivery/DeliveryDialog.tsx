import type { DeliveryWay, DeliveryWayForm } from '#contract/admin/delivery.ts'
import { DELIVERY_DAYS_MAX, DELIVERY_NAME_MAX, PRICE_CENTS_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Notice } from '../parts/Notice.tsx'
import { textsOf, Words } from '../storefront/BannerDialog.tsx'
import { useBannerForm } from '../storefront/useBannerForm.ts'
import styles from './DeliveryScreen.module.css'
import { ways } from './delivery.queries.ts'
import { PlacesField } from './PlacesField.tsx'

interface DeliveryDialogProps {
  /** Null for a new way. */
  way: DeliveryWay | null
  onClose: () => void
}

const AMOUNT = { type: 'number', step: 0.01, max: PRICE_CENTS_MAX / 100, dir: 'ltr' } as const
const COUNT = { type: 'number', step: 1, dir: 'ltr', inputMode: 'numeric' } as const

/** The form of a delivery way. */
export function DeliveryDialog({ way, onClose }: DeliveryDialogProps) {
  const t = useT()
  const state = useBannerForm((data) => ways.save(way?.id ?? null, readForm(data)), onClose)
  const { form, wrong, failure, sending, onSubmit } = state
  return (
    <Dialog
      title={t(way ? 'admin.editDeliveryWay' : 'admin.newDeliveryWay')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form ref={form} className={styles.form} onSubmit={onSubmit}>
        <Words
          name="name"
          labels={[t('admin.name'), t('admin.nameAr')]}
          now={[way?.name, way?.name_ar]}
          max={DELIVERY_NAME_MAX}
          required
          wrong={wrong}
        />
        <PlacesField places={way?.places ?? []} error={wrong.places?.[0]} />
        <Price way={way} wrong={wrong} />
        <Time way={way} wrong={wrong} />
        <Switch
          label={t('admin.usable')}
          name="is_active"
          defaultChecked={way?.is_active ?? true}
        />
        {failure && <Notice bad>{failure}</Notice>}
        <Button type="submit" wide busy={sending}>
          {t('admin.save')}
        </Button>
      </form>
    </Dialog>
  )
}

type FieldsProps = Pick<DeliveryDialogProps, 'way'> &
  Pick<ReturnType<typeof useBannerForm>, 'wrong'>

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
        min={0.01}
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

function readForm(data: FormData): DeliveryWayForm {
  const text = textsOf(data)
  const number = (name: string) => (text(name) === '' ? null : Number(text(name)))
  const places = data.getAll('places').map(String)
  return {
    name: text('name'),
    name_ar: text('name_ar'),
    places: places.length === 0 ? null : places,
    fee: Number(text('fee')),
    free_from: number('free_from'),
    days_min: number('days_min'),
    days_max: number('days_max'),
    last_hour: number('last_hour'),
    is_active: data.has('is_active'),
  }
}
