import { useRef, useState } from 'react'
import type { AdminOrderDetail } from '#contract/admin/orders.ts'
import { canCorrectAddress } from '#contract/order-moves.ts'
import { AddressForm } from '#web/addresses/AddressForm.tsx'
import { AddressText } from '#web/addresses/AddressText.tsx'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { UnsavedGuard } from '../parts/UnsavedGuard.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import styles from './AdminOrderScreen.module.css'
import { correctAddress } from './admin-orders.queries.ts'

/** The order's address, with a button that enters or corrects it until the order is sent. */
export function OrderAddress({ detail }: { detail: AdminOrderDetail }) {
  const t = useT()
  const mayEdit = useMayWrite()
  const [editing, setEditing] = useState(false)
  const { data: order } = detail
  const isClosed = order.customer.closed && !order.address
  return (
    <div className={styles.address}>
      {order.address ? (
        <AddressText address={order.address} />
      ) : (
        t(isClosed ? 'admin.addressOfClosed' : 'order.addressNone')
      )}
      {mayEdit && !isClosed && canCorrectAddress(order) && (
        <Button variant="outline" onClick={() => setEditing(true)}>
          {t(order.address ? 'address.editTitle' : 'address.add')}
        </Button>
      )}
      {editing && <AddressDialog detail={detail} onClose={() => setEditing(false)} />}
    </div>
  )
}

interface AddressDialogProps {
  detail: AdminOrderDetail
  onClose: () => void
}

function AddressDialog({ detail, onClose }: AddressDialogProps) {
  const t = useT()
  // The order as it was when the dialog opened: the server refuses the address if another was saved since.
  const [{ data: order, addressVersion, together }] = useState(detail)
  const form = useRef<HTMLFormElement>(null)
  const unsaved = useRef(0)
  return (
    <Dialog
      title={t(order.address ? 'address.editTitle' : 'address.newTitle')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <p className="quiet">
        {t('admin.addressNote')}{' '}
        {together.length > 0 && t(order.address ? 'admin.addressTogether' : 'admin.addressAll')}
      </p>
      <AddressForm
        ref={form}
        byStaff
        address={order.address ?? undefined}
        action={t('address.save')}
        save={async ({ isDefault: _, ...body }) => {
          await correctAddress(order.id, { ...body, version: addressVersion })
          unsaved.current = 0
          showToast(t('address.saved'), 'success')
          onClose()
        }}
        onCancel={onClose}
      />
      <UnsavedGuard form={form} unsaved={unsaved} />
    </Dialog>
  )
}
