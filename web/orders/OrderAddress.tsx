import { useState } from 'react'
import { canSetAddress } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import { AddressPanel } from '#web/addresses/AddressPanel.tsx'
import { addressFailure } from '#web/addresses/address-failure.ts'
import { addressesQuery } from '#web/addresses/addresses.queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { setAddressOfAll } from './orders.queries.ts'

const AddressPicker = lazyAddition(() => import('#web/addresses/AddressPicker.tsx'))

interface OrderAddressProps {
  order: Order
  /** The purchase's orders; those without an address also get the chosen one. */
  others?: readonly Order[]
  folds?: boolean
  className?: string | undefined
}

export function OrderAddress({ order, others = [], folds, className }: OrderAddressProps) {
  const t = useT()
  const [choosing, setChoosing] = useState(false)
  const isOpen = canSetAddress(order)

  const [choose, saving] = useAction(async (addressId: number) => {
    try {
      const missing = others.filter(
        (other) => other.id !== order.id && !other.address && canSetAddress(other),
      )
      await setAddressOfAll([order, ...missing], addressId)
      showToast(t('order.addressSaved'), 'success')
    } catch (error) {
      console.error(error)
      showToast(addressFailure(error), 'error')
    }
    setChoosing(false)
  })
  const [open, opening] = useAction(async () => {
    // Loads the addresses first, so that the dialog opens directly with the list or, if it is empty, with the form.
    await queryClient.prefetchQuery(addressesQuery)
    setChoosing(true)
  })

  if (!order.address && !isOpen) return null
  return (
    <AddressPanel
      title={t('order.address')}
      address={order.address}
      question={t('order.addressAsk')}
      folds={folds}
      className={className}
    >
      {isOpen && (
        <Button variant={order.address ? 'outline' : 'primary'} busy={opening} onClick={open}>
          {t(order.address ? 'order.addressChange' : 'order.addressChoose')}
        </Button>
      )}
      {choosing && (
        <AddressPicker
          chosen={null}
          busy={saving}
          onChoose={({ id }) => choose(id)}
          onClose={() => setChoosing(false)}
        />
      )}
    </AddressPanel>
  )
}
