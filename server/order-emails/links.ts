import { productPath } from '#contract/page-paths.ts'

export type Links = ReturnType<typeof createLinks>

/** Addresses of the page that e-mails link to, as web/navigation/paths.ts has them. */
export function createLinks(publicUrl: string) {
  return {
    order: (id: number) => `${publicUrl}/order-preview/${id}`,
    invoice: (orderId: number, id: number) => `${publicUrl}/order-preview/${orderId}?invoice=${id}`,
    payment: (id: number) => `${publicUrl}/payment-method/${id}`,
    product: (id: number) => `${publicUrl}${productPath(id)}`,
    staffOrder: (id: number) => `${publicUrl}/admin/orders/${id}`,
    staffProducts: `${publicUrl}/admin/products`,
  }
}
