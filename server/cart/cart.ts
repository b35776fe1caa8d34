/** Customers' carts. A cart reserves no stock; only orders do. */
import type { CartItem } from '#contract/cart.ts'
import type { Database } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound } from '../platform/http/shop-error.ts'
import * as store from './cart.store.ts'

export type Cart = ReturnType<typeof createCart>

/** @param notifyOutbox starts delivering events; called after the commit that wrote them. */
export function createCart(db: Database, notifyOutbox: () => void = () => {}) {
  return {
    /** Newest first. */
    lines: (caller: Caller): Promise<CartItem[]> => store.findLines(db.run, caller.id),

    /** Adds a unit and makes the line unread. @throws ShopError `not_found`, `sold_out`, `cart_full`. */
    async add(caller: Caller, productId: number): Promise<CartItem> {
      const line = await store.addOne(db.run, caller.id, productId)
      notifyOutbox()
      return line
    },

    /**
     * Merges a visitor's cart into the account's; repeating it changes nothing.
     * @returns the ids of the products left out: unknown or deleted products, and products for which the cart had no
     * room.
     * @throws ShopError `cart_full` if another request filled the cart at the same time.
     */
    async join(caller: Caller, lines: readonly store.Wanted[]): Promise<number[]> {
      const left = await store.joinLines(db.run, caller.id, lines)
      if (!left) throw store.cartFull()
      notifyOutbox()
      return left
    },

    /**
     * Moves a guest's cart into the cart of the account the guest signed in to, like `join`. Products that do not fit
     * stay in the guest's cart; all of them stay if another request filled the account's cart at the same time.
     */
    async moveTo(userId: number, guest: Caller): Promise<void> {
      const lines = await store.findLines(db.run, guest.id)
      const wanted = lines.map(({ id, quantity }) => ({ productId: id, quantity }))
      const left = await store.joinLines(db.run, userId, wanted)
      if (!left) return
      notifyOutbox()
      const moved = lines.filter(({ id }) => !left.includes(id))
      for (const { id } of moved) await store.removeLine(db.run, guest.id, id)
    },

    linesAt: (places: readonly store.Place[]): Promise<Array<CartItem | null>> =>
      store.findLinesAt(db.run, places),

    /**
     * @throws ShopError `not_found` if the product is not in the cart; `sold_out` when raising the quantity above the
     * stock.
     */
    async setQuantity(caller: Caller, productId: number, quantity: number): Promise<CartItem> {
      const line = await store.setQuantity(db.run, caller.id, productId, quantity)
      notifyOutbox()
      return line
    },

    /** @throws ShopError `not_found` if the product is not in the cart. */
    async remove(caller: Caller, productId: number): Promise<void> {
      if (!(await store.removeLine(db.run, caller.id, productId))) throw notFound()
      notifyOutbox()
    },

    /** Ids that are not in the caller's cart are ignored. */
    markRead: (caller: Caller, productIds: number[]): Promise<void> =>
      store.markRead(db.run, caller.id, productIds),
  }
}
