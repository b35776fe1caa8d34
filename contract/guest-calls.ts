/**
 * The calls that a guest's session may make in addition to the public ones: everything a purchase requires, from the
 * cart to the invoice. The server checks every call against this list. Free of schemas, to keep them out of the browser
 * bundle.
 */
import type { Endpoint } from './endpoint.ts'

const CALLS: ReadonlySet<Endpoint['call']> = new Set([
  'POST /api/auth/logout',
  'GET /api/auth/user',
  'GET /api/user',
  'GET /api/user/cart',
  'POST /api/user/cart',
  'POST /api/user/cart/join',
  'POST /api/user/cart/markItRead',
  'PUT /api/user/cart/{id}',
  'DELETE /api/user/cart/{id}',
  'GET /api/user/addresses',
  'GET /api/user/addresses/countries',
  'GET /api/user/addresses/format',
  'POST /api/user/addresses',
  'PUT /api/user/addresses/{id}',
  'POST /api/user/addresses/{id}/default',
  'DELETE /api/user/addresses/{id}',
  'POST /api/user/quote',
  'POST /api/user/order',
  'GET /api/user/order',
  'GET /api/user/order/{id}',
  'GET /api/user/order/{id}/cancellation',
  'POST /api/user/order/{id}/cancel',
  'POST /api/user/order/{id}/delivered',
  'POST /api/user/order/{id}/payment',
  'PUT /api/user/order/{id}/address',
  'GET /api/user/purchases/{id}',
  'POST /api/user/purchases/{id}/payment',
  'GET /api/user/invoices/{id}',
  'GET /api/user/invoices/{id}/pdf',
  'POST /broadcasting/auth',
  'POST /broadcasting/user-auth',
  'POST /pusher/user-auth',
])

/** Whether a guest may make this customer call. */
export function mayGuestCall(call: Endpoint['call']): boolean {
  return CALLS.has(call)
}
