import { useEffect, useState } from 'react'
import type { Address } from '#contract/addresses.ts'
import type { CartItem } from '#contract/cart-item.ts'
import { useShopConfig } from '#web/api/config.queries.ts'
import { emptyAfterOrder } from './cart.queries.ts'
import { forgetChosen, useChosen } from './chosen.ts'
import { atQuotedPrices, chosenDelivery, sumsOf, useQuote } from './quote.queries.ts'
import { useOrder } from './useOrder.ts'

/**
 * @param inCart the cart's lines.
 * @param addresses the address book, with the default first; undefined until it has loaded.
 */
export function useCheckout(
  inCart: readonly CartItem[],
  addresses: readonly Address[] | undefined,
) {
  const [kept, choose] = useChosen()
  const [sent, setSent] = useState({ chosen: kept, items: inCart })
  const [isAskingForAddress, setAsking] = useState(false)
  const { order, ...attempt } = useOrder(() => setAsking(true))
  const { ordered } = attempt
  const isLocked = attempt.ordering || ordered
  // Placing the order resets the choice and empties the cart, maybe before the reply arrives, but the displayed lines and
  // sums must not change.
  const chosen = ordered ? sent.chosen : kept
  const items = isLocked ? sent.items : inCart
  const isAddressRequired = useShopConfig()?.addressRequired ?? false
  const address = addresses?.find(({ id }) => id === chosen.addressId) ?? addresses?.[0] ?? null

  const { quote, couponProblem, isFirst, isOutdated } = useQuote(items, {
    ...chosen,
    addressId: address?.id ?? null,
  })
  const lines = atQuotedPrices(items, quote)
  const delivery = chosenDelivery(quote, chosen.delivery)
  const sums = sumsOf(lines, delivery, quote)
  const payment = quote?.payments.includes(chosen.payment) ? chosen.payment : 'online'

  // The ordered lines leave the cart on unmount, when the orders page opens, rather than in full view.
  useEffect(() => {
    if (!ordered) return
    forgetChosen()
    return emptyAfterOrder
  }, [ordered])

  const orderTo = (addressId: number | null) => {
    setSent({ chosen: { ...chosen, addressId }, items })
    return order(lines, {
      addressId,
      // Sends the method used for the quote if the quote does not offer the chosen one.
      delivery: chosen.delivery && (delivery?.id ?? null),
      total: sums.total,
      note: chosen.note,
      payment,
      // An invalid coupon is not sent, because the total does not include it.
      coupon: couponProblem ? null : chosen.coupon,
    })
  }

  return {
    ...attempt,
    /** True while the order is being placed and afterward: nothing can be changed. */
    isLocked,
    items,
    lines,
    sums,
    quote,
    couponProblem,
    isFirst,
    isOutdated,
    address,
    isAddressRequired,
    delivery,
    payment,
    coupon: chosen.coupon,
    note: chosen.note,
    choose,
    isAskingForAddress,
    stopAsking: () => setAsking(false),
    orderToNew({ id }: Address) {
      choose({ addressId: id })
      orderTo(id)
    },
    placeOrder() {
      if (isAddressRequired && addresses?.length === 0 && items.length > 0) setAsking(true)
      else orderTo(address?.id ?? null)
    },
  }
}
