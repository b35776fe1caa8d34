/** A sample purchase, so that staff can preview an email before it is ever sent. */
import type { DeliveryAddress } from '#contract/addresses.ts'
import type { EmailKind } from '#contract/admin.ts'
import type { Facts } from './facts.ts'

export const SAMPLE_USERNAME = 'Lina'

const ADDRESS: DeliveryAddress = {
  name: 'Lina Haddad',
  phone: '+12025550123',
  country: 'US',
  region: 'NY',
  city: 'New York',
  lines: ['350 Fifth Avenue'],
  postcode: '10118',
  note: null,
  phone_international: '+1 202 555 0123',
  formatted: ['Lina Haddad', '350 Fifth Avenue', 'New York, NY 10118', 'United States'],
  formatted_ar: ['Lina Haddad', '350 Fifth Avenue', 'New York, NY 10118', 'الولايات المتحدة'],
}

/** @param at when the sample orders were paid, canceled and refunded. */
export function sampleFacts(at: Date, kind: EmailKind): Facts {
  const isPart = kind === 'partRefunded'
  const part = { cents: 1_999, units: 1, reason: 'One cable was broken.', isCash: false }
  const shared = {
    payment: 'online' as const,
    paidAt: at,
    canceledAt: at,
    discountCents: 0,
    refundedUnits: 0,
    refundedCents: 0,
    feeCents: 0,
    feeOwedCents: 0,
    feePaidCents: 0,
    feeReturnedCents: 0,
    refund: isPart ? { ...part, at: at.toISOString() } : null,
    invoice: { id: 123, number: '2026-000123' },
    address: ADDRESS,
    carrier: 'Orvane Express',
    trackingNumber: 'OX 1234',
    trackingUrl: 'https://carrier.example/track/OX1234',
    customerName: SAMPLE_USERNAME,
    customerEmail: 'lina@example.com',
    note: 'Please call before you come.',
  }
  const phone = { name: 'Phone, 256 GB', name_ar: 'هاتف، 256 جيجابايت' }
  const cable = { name: 'Charging cable, 2 m', name_ar: 'كابل شحن، 2 م' }
  const orders = [
    { id: 1041, productId: 1, quantity: 1, priceCents: 89_900, totalCents: 89_900, ...phone },
    { id: 1042, productId: 2, quantity: 2, priceCents: 1_999, totalCents: 3_998, ...cable },
  ].map((order) => ({ ...order, ...shared }))
  return {
    // An email about stock is about no order.
    orders: kind === 'lowStock' ? [] : isPart ? orders.slice(1) : orders,
    products: [
      { id: 1, ...phone, available: 4 },
      { id: 2, ...cable, available: 5 },
    ],
  }
}
