import { ArrivedProduct } from '#web/catalog/ArrivedProduct.tsx'
import { ArrivedSlot } from '#web/orders/OrderActions.tsx'
import OrderScreen from '#web/orders/OrderScreen.tsx'

/** An order and, once it has been delivered, buttons that rate its product or buy the product again. */
export default function OrderPage() {
  return (
    <ArrivedSlot value={ArrivedProduct}>
      <OrderScreen />
    </ArrivedSlot>
  )
}
