import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AdminOrderDetail } from '#contract/admin/orders.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { REFUND_REASON_MAX } from '#contract/limits.ts'
import { fromCents, smallestAmount, toCents } from '#contract/money.ts'
import { numberIn } from '#contract/read-decimal.ts'
import { ApiError } from '#web/api/request.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { checkField } from '../parts/check-fields.ts'
import { COUNT, DECIMAL } from '../parts/number-fields.ts'
import styles from './AdminOrderScreen.module.css'
import { refund } from './admin-orders.queries.ts'
import { centsOf, endsOrder, leftOf, type What } from './refund-left.ts'

interface RefundDialogProps {
  detail: AdminOrderDetail
  onClose: () => void
}

/** Refunds an order, some of its units or an amount. The confirm button names the amount. */
export function RefundDialog({ detail: current, onClose }: RefundDialogProps) {
  const t = useT()
  // The order as it was when the dialog opened. The server rejects the refund if the amount or units left have changed
  // since.
  const [{ data: order, deliveryRefund, payments }] = useState(current)
  const left = leftOf(order)
  const [what, setWhat] = useState<What>('whole')
  const [value, setValue] = useState('')
  const [goodsBack, setGoodsBack] = useState(true)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<FieldErrors>({})
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice shows another field
  useEffect(() => field.current?.focus(), [what])
  const isLast = endsOrder(order, what, value)
  const goodsCents = centsOf(order, what, value)
  const cents = goodsCents !== null && isLast ? goodsCents + toCents(deliveryRefund) : goodsCents
  const amount = (of: number) => priceInText(fromCents(of))
  const isCash = payments.some(({ provider, state }) => provider === 'cash' && state === 'captured')

  const wholeNote =
    deliveryRefund > 0
      ? t('admin.refundDeliveryNote', { amount: priceInText(deliveryRefund) })
      : t('admin.refundWholeNote')
  const someNote = isLast && what === 'units' ? wholeNote : t('admin.refundSomeNote')
  const choices = [
    { value: 'whole', text: t('admin.refundWhole'), note: wholeNote, isOpen: true },
    { value: 'units', text: t('admin.refundSome'), note: someNote, isOpen: left.units > 1 },
    {
      value: 'amount',
      text: t('admin.refundMoney'),
      note: t('admin.refundAmountNote'),
      isOpen: left.cents > 0,
    },
  ] as const

  function choose(next: What) {
    setWhat(next)
    setValue(next === 'units' ? '1' : '')
    setWrong({})
  }

  function isReadable(): boolean {
    const unread = field.current && checkField(field.current)
    setWrong(unread ? { [what]: [unread] } : {})
    return !unread
  }

  function showAtField(error: unknown): boolean {
    const fields = (error instanceof ApiError && error.fields) || {}
    setWrong(fields)
    return ['units', 'amount', 'reason'].some((name) => fields[name])
  }

  async function act() {
    await refund(order.id, {
      goodsBack: what !== 'amount' && goodsBack,
      left: fromCents(left.cents),
      leftUnits: left.units,
      ...(what !== 'whole' && { [what]: numberIn(value) }),
      ...(reason.trim() && { reason: reason.trim() }),
    })
    const done = isLast
      ? t('admin.done.refund', { id: order.id })
      : t('admin.done.refundPart', { id: order.id, amount: amount(cents ?? 0) })
    showToast(done, 'success')
  }

  return (
    <ConfirmDialog
      title={t('admin.refundTitle', { id: order.id })}
      confirm={
        cents === null
          ? t('admin.refund')
          : cents === 0
            ? t('admin.refundNothing')
            : t('admin.refundConfirm', { amount: amount(cents) })
      }
      danger
      refused="admin.moveRefused"
      isReady={isReadable}
      showAtField={showAtField}
      onClose={onClose}
      act={act}
    >
      <p>
        {left.cents === 0
          ? t('admin.refundSpent')
          : what === 'whole' && order.refunded === 0
            ? t('admin.refundText', { name: order.customer.username })
            : t('admin.refundLeft', { amount: amount(left.cents) })}
        {isCash && ` ${t('admin.refundCash')}`}
      </p>
      <Radios
        name="what"
        legend={t('admin.refundWhat')}
        value={what}
        onChange={choose}
        choices={choices.filter(({ isOpen }) => isOpen)}
      />
      {what !== 'whole' && (
        <Field
          key={what}
          label={
            what === 'units'
              ? t('admin.refundUnits', { max: left.units })
              : t('admin.refundAmount', { max: amount(left.cents) })
          }
          ref={field}
          required
          {...(what === 'units' ? COUNT : { ...DECIMAL, step: smallestAmount() })}
          value={value}
          onChange={({ target }) => setValue(target.value)}
          error={wrong[what]?.[0]}
        />
      )}
      {what !== 'amount' && (
        <Radios
          name="goods"
          legend={t('admin.goods')}
          value={goodsBack}
          onChange={setGoodsBack}
          choices={[
            { value: true, text: t('admin.goodsBack'), note: t('admin.goodsBackNote') },
            { value: false, text: t('admin.goodsGone'), note: t('admin.goodsGoneNote') },
          ]}
        />
      )}
      <Field
        label={t('form.optional', { label: t('admin.reason') })}
        hint={t('admin.refundReasonNote')}
        maxLength={REFUND_REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={wrong.reason?.[0]}
      />
    </ConfirmDialog>
  )
}

interface RadiosProps<Value> {
  name: string
  legend: ReactNode
  value: Value
  onChange: (value: Value) => void
  choices: ReadonlyArray<{ value: Value; text: string; note: string }>
}

function Radios<Value>({ name, legend, value: chosen, onChange, choices }: RadiosProps<Value>) {
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{legend}</legend>
      {choices.map(({ value, text, note }) => (
        <label key={text} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            onChange={() => onChange(value)}
          />
          <span>
            {text}
            <small>{note}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
