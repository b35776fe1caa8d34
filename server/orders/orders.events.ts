/** Outbox topics of orders; each payload is `{orderId}`. */
export const ORDER_PLACED_TOPIC = 'order-placed'
