import { ArrivedProduct } from '#web/catalog/ArrivedProduct.tsx'
import { ArrivedSlot } from '#web/orders/OrderActions.tsx'
import OrderScreen from '#web/orders/OrderScreen.tsx'

/** An order, with what the catalog offers once it has arrived. */
export default function OrderPage() {
  return (
    <ArrivedSlot value={ArrivedProduct}>
      <OrderScreen />
    </ArrivedSlot>
  )
}
