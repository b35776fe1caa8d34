import { useState } from 'react'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { canMove } from '#contract/order-moves.ts'
import { ApiError } from '#web/api/request.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { PasswordField } from '#web/session/PasswordField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import styles from './AdminOrderScreen.module.css'
import { moveOrder, refund } from './admin-orders.queries.ts'
import { Move, QuickMove } from './QuickMove.tsx'

/** Isolate an amount, so that its `$` stays in front in right-to-left text. */
const LEFT_TO_RIGHT = '\u2066'
const END = '\u2069'

/** The actions that staff may take on an order now. */
export function OrderMoves({ order }: { order: AdminOrder }) {
  const t = useT()
  const [asking, setAsking] = useState<'cancel' | 'refund'>()
  const close = () => setAsking(undefined)
  return (
    <>
      <QuickMove order={order} />
      {canMove(order, 'send', 'admin') && <Move order={order} move="deliver" />}
      {canMove(order, 'cancel', 'admin') && (
        <Button variant="danger" onClick={() => setAsking('cancel')}>
          {t('order.cancel')}
        </Button>
      )}
      {canMove(order, 'refund', 'admin') && (
        <Button variant="danger" onClick={() => setAsking('refund')}>
          {t('admin.refund')}
        </Button>
      )}
      {asking === 'cancel' && <CancelDialog order={order} onClose={close} />}
      {asking === 'refund' && <RefundDialog order={order} onClose={close} />}
    </>
  )
}

interface DialogProps {
  order: AdminOrder
  onClose: () => void
}

function CancelDialog({ order, onClose }: DialogProps) {
  const t = useT()
  return (
    <ConfirmDialog
      title={t('admin.cancelTitle', { id: order.id })}
      confirm={t('order.cancel')}
      cancel={t('order.keep')}
      danger
      refused="admin.moveRefused"
      onClose={onClose}
      act={async () => {
        await moveOrder(order.id, 'cancel')
        showToast(t('admin.done.cancel', { id: order.id }), 'success')
      }}
    >
      <p>{t('admin.cancelText', { count: order.quantity })}</p>
    </ConfirmDialog>
  )
}

function RefundDialog({ order, onClose }: DialogProps) {
  const t = useT()
  const [goodsBack, setGoodsBack] = useState(true)
  const [password, setPassword] = useState('')
  // The server requires the password when the sign-in was long ago; only then is the field shown.
  const [passwordError, setPasswordError] = useState<string>()
  function showAtField(error: unknown): boolean {
    const [message] = (error instanceof ApiError && error.fields.current_password) || []
    if (message) setPasswordError(message)
    return message !== undefined
  }
  const choices = [
    { value: true, text: t('admin.goodsBack'), note: t('admin.goodsBackNote') },
    { value: false, text: t('admin.goodsGone'), note: t('admin.goodsGoneNote') },
  ]
  return (
    <ConfirmDialog
      title={t('admin.refundTitle', { id: order.id })}
      confirm={t('admin.refundConfirm', {
        amount: `${LEFT_TO_RIGHT}${formatPrice(order.total)}${END}`,
      })}
      danger
      refused="admin.moveRefused"
      showAtField={showAtField}
      onClose={onClose}
      act={async () => {
        await refund(order.id, { goodsBack, ...(password && { current_password: password }) })
        showToast(t('admin.done.refund', { id: order.id }), 'success')
      }}
    >
      <p>{t('admin.refundText', { name: order.customer.username })}</p>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{t('admin.goods')}</legend>
        {choices.map(({ value, text, note }) => (
          <label key={text} className={styles.choice}>
            <input
              type="radio"
              name="goods"
              checked={goodsBack === value}
              onChange={() => setGoodsBack(value)}
            />
            <span>
              {text}
              <small>{note}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {passwordError && (
        <PasswordField
          ref={focusWhenShown}
          label={t('admin.refundPassword')}
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={passwordError}
        />
      )}
    </ConfirmDialog>
  )
}

/** A stable function: React calls it only when the field mounts. */
function focusWhenShown(field: HTMLInputElement | null) {
  field?.focus()
}
