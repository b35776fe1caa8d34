import { ArrivedProduct } from '#web/catalog/ArrivedProduct.tsx'
import { ArrivedSlot } from '#web/orders/OrderActions.tsx'
import OrderScreen from '#web/orders/OrderScreen.tsx'

/** An order, with buttons to rate its product or buy it again once delivered. */
export default function OrderPage() {
  return (
    <ArrivedSlot value={ArrivedProduct}>
      <OrderScreen />
    </ArrivedSlot>
  )
}
