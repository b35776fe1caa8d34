/** Outbox topic of a unit put into a cart; the payload names the product, not its text of then. */
export const CART_ITEM_ADDED_TOPIC = 'cart-item-added'
