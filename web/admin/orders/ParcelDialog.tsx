import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { ParcelBody } from '#contract/admin/parcels.ts'
import { LINK_MAX, PARCEL_TEXT_MAX } from '#contract/limits.ts'
import type { Parcel } from '#contract/orders.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { CheckedForm } from '../parts/CheckedForm.tsx'
import { FormEnd } from '../parts/FormEnd.tsx'
import type { FormValues } from '../parts/form-values.ts'
import { useEntityForm } from '../parts/useEntityForm.ts'
import styles from './ParcelDialog.module.css'
import { correctParcel, sendOrders, togetherQuery } from './parcels.queries.ts'
import { unitsToSend } from './refund-left.ts'

interface SendDialogProps {
  order: AdminOrder
  onClose: () => void
}

/** Sends an order, together with the customer's other unsent orders for the same address, unless they are unchecked. */
export function SendDialog({ order, onClose }: SendDialogProps) {
  const t = useT()
  const { data: together } = useQuery(togetherQuery(order))
  const isAlone = !together || together.length < 2
  return (
    <ParcelDialog
      title={t('admin.parcelTitle', { id: order.id })}
      parcel={null}
      submit={t('admin.parcelConfirm')}
      save={async ({ all }, body) => {
        const orders = isAlone ? [order.id] : all('order').map(Number)
        if (orders.length === 0) throw NONE_CHOSEN
        await sendOrders(orders, body)
        showToast(t('admin.done.send', { count: orders.length }), 'success')
      }}
      onClose={onClose}
    >
      {!together && <Skeleton block={48} radius={8} />}
      {together && !isAlone && <Together orders={together} />}
    </ParcelDialog>
  )
}

export function TrackingDialog({ parcel, onClose }: { parcel: Parcel; onClose: () => void }) {
  const t = useT()
  return (
    <ParcelDialog
      title={t('admin.parcel', { id: parcel.id })}
      parcel={parcel}
      submit={t('admin.save')}
      save={async (_values, body) => {
        await correctParcel(parcel.id, body)
        showToast(t('admin.parcelSaved'), 'success')
      }}
      onClose={onClose}
    />
  )
}

function Together({ orders }: { orders: readonly AdminOrder[] }) {
  const t = useT()
  const pick = useLocalized()
  return (
    <fieldset className={styles.together}>
      <legend>{t('admin.parcelTogether')}</legend>
      {orders.map((order) => (
        <label key={order.id} className={styles.one}>
          <input type="checkbox" name="order" value={order.id} defaultChecked />
          <span>
            {t('order.title', { id: order.id })}
            <small>
              <bdi>{pick(order.product, 'name')}</bdi> × {unitsToSend(order)}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface ParcelDialogProps {
  title: string
  parcel: Parcel | null
  submit: string
  save: (values: FormValues, body: ParcelBody) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

const NONE_CHOSEN = new Error('no order is chosen')

function ParcelDialog({ title, parcel, submit, save, onClose, children }: ParcelDialogProps) {
  const t = useT()
  const { form, failure, sending } = useEntityForm(
    async (values) => {
      const text = (name: string) => values.text(name) || null
      await save(values, {
        carrier: text('carrier'),
        tracking_number: text('tracking_number'),
        tracking_url: text('tracking_url'),
      })
    },
    {
      saved: '',
      onSaved: onClose,
      failureOf: (error) => (error === NONE_CHOSEN ? t('admin.parcelNone') : undefined),
    },
  )
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <CheckedForm {...form} className={styles.form}>
        {children}
        <Field
          label={t('form.optional', { label: t('order.carrier') })}
          name="carrier"
          data-autofocus
          maxLength={PARCEL_TEXT_MAX}
          defaultValue={parcel?.carrier ?? ''}
        />
        <Field
          label={t('form.optional', { label: t('order.trackingNumber') })}
          name="tracking_number"
          maxLength={PARCEL_TEXT_MAX}
          dir="ltr"
          defaultValue={parcel?.tracking_number ?? ''}
        />
        <Field
          label={t('form.optional', { label: t('admin.trackingUrl') })}
          name="tracking_url"
          type="url"
          maxLength={LINK_MAX}
          pattern="https://.*"
          dir="ltr"
          defaultValue={parcel?.tracking_url ?? ''}
          hint={t('admin.trackingUrlHint')}
          error={form.errors.tracking_url && t('admin.trackingUrlHint')}
        />
        <FormEnd failure={failure} sending={sending} wide>
          {submit}
        </FormEnd>
      </CheckedForm>
    </Dialog>
  )
}
