/** Addresses of the page that e-mails link to, as web/navigation/paths.ts has them. */
export interface Links {
  order(id: number): string
  payment(id: number): string
  invoice(orderId: number, id: number): string
  product(id: number): string
  staffOrder(id: number): string
  staffProducts: string
}

export function createLinks(publicUrl: string): Links {
  return {
    order: (id) => `${publicUrl}/order-preview/${id}`,
    invoice: (orderId, id) => `${publicUrl}/order-preview/${orderId}?invoice=${id}`,
    payment: (id) => `${publicUrl}/payment-method/${id}`,
    product: (id) => `${publicUrl}/product/${id}`,
    staffOrder: (id) => `${publicUrl}/admin/orders/${id}`,
    staffProducts: `${publicUrl}/admin/products`,
  }
}
