import { useState } from 'react'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { canMove } from '#contract/order-moves.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button, type ButtonVariant } from '#web/ui/Button.tsx'
import { dismissToast, showToast } from '#web/ui/toasts.ts'
import { lazyStaffAddition } from '../lazyStaffPart.ts'
import { toastFailure } from '../parts/failure-text.ts'
import { moveOrder } from './admin-orders.queries.ts'
import styles from './OrdersTable.module.css'

const SendDialog = lazyStaffAddition(async () => ({
  default: (await import('./ParcelDialog.tsx')).SendDialog,
}))

interface QuickMoveProps {
  order: AdminOrder
  /** An outline by default, because a list has many of these buttons. */
  variant?: ButtonVariant
}

/** The next step that staff can take on an order; undefined if there is none. */
export function nextMove(order: AdminOrder): 'send' | 'confirm' | 'deliver' | undefined {
  return (['send', 'confirm', 'deliver'] as const).find((move) => canMove(order, move, 'admin'))
}

export function QuickMove({ order, variant = 'outline' }: QuickMoveProps) {
  const move = nextMove(order)
  if (!move) return null
  if (move === 'send') return <Send order={order} variant={variant} />
  return <Move order={order} move={move} variant={variant} />
}

function Send({ order, variant }: Required<QuickMoveProps>) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (!order.address) return <span className={styles.waiting}>{t('admin.parcelNoAddress')}</span>
  return (
    <>
      <Button variant={variant} className={styles.button} onClick={() => setOpen(true)}>
        {t('admin.move.send')}
        <span className="visually-hidden">: {t('order.title', { id: order.id })}</span>
      </Button>
      {isOpen && <SendDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

interface MoveProps extends QuickMoveProps {
  move: 'confirm' | 'deliver' | 'undeliver'
  text?: string
  onMoved?: () => void
}

const UNDO_SECONDS = 10

/** A button for a move that needs no further input. The toast for a delivery has an undo button. */
export function Move({ order, move, variant = 'outline', text, onMoved }: MoveProps) {
  const t = useT()
  const [run, running] = useAction(async () => {
    await moveOrder(order.id, move)
    onMoved?.()
    const done = t(`admin.done.${move}`, { id: order.id })
    if (move !== 'deliver') return void showToast(done, 'success')
    const undo = (
      <Move
        order={order}
        move="undeliver"
        text={t('admin.undo')}
        onMoved={() => dismissToast(toast)}
      />
    )
    const toast = showToast(
      <>
        {done} {undo}
      </>,
      'success',
      UNDO_SECONDS,
    )
  }, toastFailure('admin.moveRefused'))
  return (
    <Button variant={variant} className={styles.button} busy={running} onClick={run}>
      {text ?? (
        <>
          {t(`admin.move.${move}`)}
          <span className="visually-hidden">: {t('order.title', { id: order.id })}</span>
        </>
      )}
    </Button>
  )
}
