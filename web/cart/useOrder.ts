import { useState } from 'react'
import type { CartItem } from '#contract/cart-item.ts'
import type { WayToPay } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import { reloadAddresses } from '#web/addresses/addresses.queries.ts'
import { ApiError } from '#web/api/request.ts'
import { isMaintenance, showMaintenance } from '#web/api/show-maintenance.ts'
import { accessToken } from '#web/api/stored-session.ts'
import { useAction } from '#web/api/useAction.ts'
import { reloadCart } from '#web/cart/cart.queries.ts'
import { finishQuantitySaves } from '#web/cart/quantity-saves.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { paths } from '#web/navigation/paths.ts'
import { useDelayedNavigate } from '#web/navigation/useDelayedNavigate.ts'
import { prefetchOrders, setAddressOfAll } from '#web/orders/orders.queries.ts'
import { useSession } from '#web/session/useSession.ts'
import { showToast } from '#web/ui/toasts.ts'
import { areOpen, isRefused, type Shortage, shortages, submitOrder } from './order.queries.ts'
import { attemptOf, type OrderChoice } from './order-attempt.ts'
import { type PriceChange, priceChangeOf } from './price-change.ts'
import { type QuoteChoice, reloadQuote, showQuote } from './quote.queries.ts'

/** Compares everything but the address; an address chosen later is set on the orders once they are placed. */
function isSameChoice(sent: OrderChoice, shown: OrderChoice): boolean {
  return (['delivery', 'coupon', 'total', 'note', 'payment'] as const).every(
    (part) => sent[part] === shown[part],
  )
}

const REDIRECT_DELAY = 1500

interface Shown extends QuoteChoice {
  total: number
  note: string
  payment: WayToPay
}

interface OrderAction {
  /**
   * Orders all of the lines or none. After a lost reply, repeats the same request; if that request had placed the
   * orders, an address chosen since then is set on them.
   */
  order: (items: readonly CartItem[], shown: Shown) => Promise<void>
  ordering: boolean
  ordered: boolean
  short: readonly Shortage[]
  /** Why the order failed, unless `short` or `change` explains it: a message from the server or from this page. */
  failure: string | null
  /** Set if the order was rejected because prices have changed. */
  change: PriceChange | null
}

/**
 * Places orders from the cart and explains failures.
 * @param askForAddress called if the server rejects an order because it has no address
 */
export function useOrder(askForAddress: () => void): OrderAction {
  const t = useT()
  const { user } = useSession()
  const navigateLater = useDelayedNavigate()
  const [ordered, setOrdered] = useState(false)
  const [short, setShort] = useState<readonly Shortage[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [change, setChange] = useState<PriceChange | null>(null)

  const [order, ordering] = useAction(async (items: readonly CartItem[], shown: Shown) => {
    if (ordered) return
    if (!accessToken() || items.length === 0) {
      showToast(t('toast.nothingToOrder'), 'info')
      return
    }
    setShort([])
    setFailure(null)
    setChange(null)
    await finishQuantitySaves()
    try {
      if (await areOpen(items)) await place(items, shown)
      else setFailure(t('cart.unheard'))
    } catch (error) {
      console.error(error)
      explain(error, items, shown)
    }
  })

  async function place(
    items: readonly CartItem[],
    { addressId, delivery, total, note, coupon, payment }: Shown,
  ) {
    const choice = {
      ...(addressId !== null && { addressId }),
      ...(delivery !== null && { delivery }),
      total,
      ...(note.trim() && { note }),
      ...(coupon !== null && { coupon }),
      ...(payment === 'cash' && { payment }),
    }
    const attempt = attemptOf(items, user?.id, choice)
    const placed = await submitOrder(attempt)
    if (!placed) {
      showToast(t('toast.orderRefused'), 'error')
      return
    }
    setOrdered(true)
    prefetchOrders()
    showToast(t('toast.ordered'), 'success')
    // After a lost reply, the order was placed with the choices from the earlier request.
    if (!isSameChoice(attempt.body, choice)) {
      showToast(
        t('cart.placedEarlier', { total: priceInText(attempt.body.total ?? total) }),
        'info',
        10,
      )
    }
    if (addressId !== null && addressId !== attempt.body.addressId) await send(placed, addressId)
    navigateLater(paths.orders, REDIRECT_DELAY)
  }

  /** Sets the address on the placed orders. If this fails, only reports it: the orders keep their earlier address. */
  async function send(placed: readonly Order[], addressId: number) {
    try {
      await setAddressOfAll(placed, addressId)
    } catch (error) {
      console.error(error)
      showToast(t('cart.addressNotChanged'), 'error')
    }
  }

  function explain(error: unknown, lines: readonly CartItem[], shown: Shown) {
    if (!isRefused(error)) {
      showToast(t(error instanceof ApiError ? 'toast.orderRefused' : 'toast.orderFailed'), 'error')
      setFailure(t('cart.unheard'))
      // Reloads the cart, which no longer contains the lines if the order was placed.
      reloadCart()
      return
    }
    if (error.fields.addressId) {
      askForAddress()
      return
    }
    if (isMaintenance(error)) {
      setFailure(error.message)
      showMaintenance()
      return
    }
    showToast(t('toast.orderRefused'), 'error')
    const changed = priceChangeOf(error, { lines, total: shown.total })
    if (changed) {
      setChange(changed)
      showQuote(lines, shown, changed.quote)
      return
    }
    // The address may have been deleted in another window.
    if (error.status === 404) reloadAddresses()
    // A shipping method may have been disabled in the meantime, or a unit sold.
    reloadQuote()
    const missing = shortages(error)
    setShort(missing)
    if (missing.length === 0) {
      setFailure(error.fields.coupon?.[0] ?? error.fields.payment?.[0] ?? error.message)
    }
  }

  return { order, ordering, ordered, short, failure, change }
}
