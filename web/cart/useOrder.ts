import { useState } from 'react'
import type { CartItem } from '#contract/cart-item.ts'
import { reloadAddresses } from '#web/addresses/addresses.queries.ts'
import { ApiError } from '#web/api/request.ts'
import { accessToken } from '#web/api/stored-session.ts'
import { useAction } from '#web/api/useAction.ts'
import { reloadCart } from '#web/cart/cart.queries.ts'
import { finishQuantitySaves } from '#web/cart/quantity-saves.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { paths } from '#web/navigation/paths.ts'
import { useDelayedNavigate } from '#web/navigation/useDelayedNavigate.ts'
import { useSession } from '#web/session/useSession.ts'
import { showToast } from '#web/ui/toasts.ts'
import { type Shortage, shortages, submitOrder } from './order.queries.ts'
import { useOrderAttempt } from './order-attempt.ts'

const REDIRECT_DELAY = 1500

interface Order {
  /** Orders these lines, all of them or none, to the address; null for none. */
  order: (items: readonly CartItem[], addressId: number | null) => Promise<void>
  ordering: boolean
  /** The order is placed; the orders page opens in a moment. */
  ordered: boolean
  short: readonly Shortage[]
  /** The server's message for any other refusal, or the page's when no reply arrived. */
  refusal: string | null
}

/**
 * Places orders from the cart and explains failures.
 * @param askForAddress called when the shop takes no order without one.
 */
export function useOrder(askForAddress: () => void): Order {
  const t = useT()
  const { user } = useSession()
  const attempt = useOrderAttempt()
  const navigateLater = useDelayedNavigate()
  const [ordered, setOrdered] = useState(false)
  const [short, setShort] = useState<readonly Shortage[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)

  const [order, ordering] = useAction(
    async (items: readonly CartItem[], addressId: number | null) => {
      if (ordered) return
      if (!accessToken() || items.length === 0) {
        showToast(t('toast.nothingToOrder'), 'info')
        return
      }
      setShort([])
      setRefusal(null)
      await finishQuantitySaves()
      try {
        const placed = await submitOrder(attempt.of(items, user?.id, addressId))
        attempt.drop()
        if (!placed) {
          showToast(t('toast.orderRefused'), 'error')
          return
        }
        setOrdered(true)
        showToast(t('toast.ordered'), 'success')
        navigateLater(paths.orders, REDIRECT_DELAY)
      } catch (error) {
        console.error(error)
        explain(error)
      }
    },
  )

  function explain(error: unknown) {
    const answered = error instanceof ApiError
    if (answered && error.fields.addressId) {
      attempt.drop()
      askForAddress()
      return
    }
    showToast(t(answered ? 'toast.orderRefused' : 'toast.orderFailed'), 'error')
    if (answered && error.status < 500) {
      attempt.drop()
      // The address may have been deleted in another window.
      if (error.status === 404) reloadAddresses()
      const missing = shortages(error)
      setShort(missing)
      if (missing.length === 0) setRefusal(error.message)
      return
    }
    // The order may have been placed although the reply was lost or the server failed later; the
    // reloaded cart shows it. Otherwise the next try repeats the same order.
    setRefusal(t('cart.unheard'))
    reloadCart()
  }

  return { order, ordering, ordered, short, refusal }
}
