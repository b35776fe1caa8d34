import { useEffect, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { reloadOrders } from './admin-orders.queries.ts'
import { ordersLive } from './orders-live.ts'

/** Events come in crowds; the lists are asked for once for all of them. */
const PAUSE = 400

/** Draws nothing: shows staff what happens to orders as it happens. */
export function OrderWatch() {
  const t = useT()
  const tell = useRef(t)
  tell.current = t

  useEffect(() => {
    let left = false
    let stop = () => {}
    let timer: ReturnType<typeof setTimeout> | undefined
    function reload() {
      clearTimeout(timer)
      timer = setTimeout(() => void reloadOrders(), PAUSE)
    }
    function placed(order: Order) {
      showToast(tell.current('admin.orderPlaced', { id: order.id }), 'info')
      reload()
    }
    import('./follow-orders.ts')
      .then(({ followOrders }) => {
        if (!left) stop = followOrders({ onPlaced: placed, onUpdated: reload, onLive: reload })
      })
      .catch((error) => console.error('Real time could not be reached.', error))
    return () => {
      left = true
      clearTimeout(timer)
      stop()
      ordersLive.set(false)
    }
  }, [])
  return null
}
