import { useDeliveryPromise } from '#web/api/placeholders.ts'
import Truck from '#web/ui/icons/truck.svg?icon'
import styles from './DeliveryNote.module.css'

export function DeliveryNote() {
  const promise = useDeliveryPromise()
  if (!promise) return null
  return (
    <p className={styles.note}>
      <Truck size={18} aria-hidden />
      {promise}
    </p>
  )
}
