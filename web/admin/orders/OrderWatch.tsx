import { useEffect, useRef } from 'react'
import type { OrderEvent } from '#contract/events.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { reloadOrders } from './admin-orders.queries.ts'
import { ordersLive } from './orders-live.ts'

/** The debounce delay in milliseconds, so that a burst of events causes only one reload. */
const PAUSE = 400

/** Renders nothing: subscribes to order events, shows a toast for each new order and reloads the lists. */
export function OrderWatch() {
  const t = useT()
  const latestT = useRef(t)
  latestT.current = t

  useEffect(() => {
    let left = false
    let stop = () => {}
    let timer: ReturnType<typeof setTimeout> | undefined
    function reload() {
      clearTimeout(timer)
      timer = setTimeout(() => void reloadOrders(), PAUSE)
    }
    function placed({ id }: OrderEvent) {
      showToast(latestT.current('admin.orderPlaced', { id }), 'info')
      reload()
    }
    import('./follow-orders.ts')
      .then(({ followOrders }) => {
        if (!left) stop = followOrders(placed, reload)
      })
      .catch((error) => console.error('The real-time code could not be loaded.', error))
    return () => {
      left = true
      clearTimeout(timer)
      stop()
      ordersLive.set(false)
    }
  }, [])
  return null
}
