import { Suspense, useState } from 'react'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { canMove } from '#contract/order-moves.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { dismissToast, showToast, toastStore } from '#web/ui/toasts.ts'
import { lazyStaffPart } from '../lazyStaffPart.ts'
import { toastFailure } from '../parts/failure-text.ts'
import { moveOrder } from './admin-orders.queries.ts'
import styles from './OrdersTable.module.css'

const SendDialog = lazyStaffPart(async () => ({
  default: (await import('./ParcelDialog.tsx')).SendDialog,
}))

/** A button for the next step of an order: to confirm it, to send it, to record its delivery. */
export function QuickMove({ order }: { order: AdminOrder }) {
  if (canMove(order, 'send', 'admin')) return <Send order={order} />
  if (canMove(order, 'confirm', 'admin')) return <Move order={order} move="confirm" />
  if (canMove(order, 'deliver', 'admin')) return <Move order={order} move="deliver" />
  return null
}

function Send({ order }: { order: AdminOrder }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (!order.address) return <span className={styles.waiting}>{t('admin.parcelNoAddress')}</span>
  return (
    <>
      <Button variant="outline" className={styles.button} onClick={() => setOpen(true)}>
        {t('admin.move.send')}
        <span className="visually-hidden">: {t('order.title', { id: order.id })}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <SendDialog order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

type OneClick = 'confirm' | 'deliver' | 'undeliver'

/** Makes a move that needs no further input. */
export function Move({ order, move }: { order: AdminOrder; move: OneClick }) {
  const t = useT()
  const [run, running] = useAction(async () => {
    await moveOrder(order.id, move)
    const done = t(`admin.done.${move}`, { id: order.id })
    if (move !== 'deliver') return showToast(done, 'success')
    const end = () => dismissToast(toast)
    showToast(<Undo order={order} done={done} onDone={end} />, 'success', UNDO_SECONDS)
    const toast = toastStore.get().at(-1)?.id ?? 0
  }, toastFailure('admin.moveRefused'))
  return (
    <Button variant="outline" className={styles.button} busy={running} onClick={run}>
      {t(`admin.move.${move}`)}
      <span className="visually-hidden">: {t('order.title', { id: order.id })}</span>
    </Button>
  )
}

const UNDO_SECONDS = 10

/** The text of a toast with a button that takes the delivery back. */
function Undo({ order, done, onDone }: { order: AdminOrder; done: string; onDone: () => void }) {
  const t = useT()
  const [run, running] = useAction(async () => {
    await moveOrder(order.id, 'undeliver')
    onDone()
    showToast(t('admin.done.undeliver', { id: order.id }), 'success')
  }, toastFailure('admin.moveRefused'))
  return (
    <>
      {done}{' '}
      <Button variant="outline" className={styles.button} busy={running} onClick={run}>
        {t('admin.undo')}
      </Button>
    </>
  )
}
