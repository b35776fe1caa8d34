import { productPath } from '#contract/page-paths.ts'

export type Links = ReturnType<typeof createLinks>

/**
 * Page URLs for emails, as in web/navigation/paths.ts.
 * @param guestToken grants access to the orders of a guest, who cannot sign in; null for accounts.
 */
export function createLinks(publicUrl: string, guestToken: string | null) {
  const own = (orderId: number, path: string) =>
    guestToken ? `${publicUrl}/email/order?id=${orderId}#${guestToken}` : `${publicUrl}${path}`
  return {
    order: (id: number) => own(id, `/order-preview/${id}`),
    invoice: (orderId: number, id: number) =>
      own(orderId, `/order-preview/${orderId}?invoice=${id}`),
    payment: (id: number) => own(id, `/payment-method/${id}`),
    product: (id: number) => `${publicUrl}${productPath(id)}`,
    staffOrder: (id: number) => `${publicUrl}/admin/orders/${id}`,
    staffProducts: `${publicUrl}/admin/products`,
  }
}
