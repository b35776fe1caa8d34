import type { EmailKind } from '#contract/admin.ts'
import type { Locale } from '#contract/locale.ts'
import { longDate } from '#contract/long-date.ts'
import { formatMoney, fromCents } from '#contract/money.ts'
import { composeEmail, type EmailValues } from '../emails/compose-email.ts'
import type { Email, EmailBlock, EmailTable } from '../emails/email-template.ts'
import type { ShopLook } from '../platform/db/shop-look.ts'
import { nameIn } from '../platform/words/name-in.ts'
import { translate } from '../platform/words/translate.ts'
import {
  cashOwed,
  centsOf,
  discountOf,
  FEE,
  listedIn,
  paymentOf,
  refundedIn,
  sumOf,
  totalOf,
} from './amounts.ts'
import { type Facts, firstOf, type OrderFacts } from './facts.ts'
import { createLinks, type Links } from './links.ts'

export interface Writing {
  locale: Locale
  username: string
  /** Origin of the links, never taken from a request. */
  publicUrl: string
  /** A token that grants access to a guest's orders; null for accounts. */
  guestToken: string | null
  /**
   * Whether the email states the delivery address: a stranger who receives or sees the email must not learn where the
   * customer lives.
   */
  showsAddress: boolean
  shop: ShopLook
  timeZone: string
}

interface Content {
  link: string
  [placeholder: string]: EmailValues[string]
}

export function composeOrderEmail(kind: EmailKind, writing: Writing, all: Facts): Email {
  const facts = { ...all, orders: listedIn(kind, all.orders) }
  const { username, publicUrl, guestToken, locale } = writing
  const links = createLinks(publicUrl, guestToken)
  const about =
    facts.orders.length > 0
      ? aboutOrders(kind, facts.orders, links, locale)
      : { link: links.staffProducts }
  const values = { ...about, ...EXTRA[kind](facts, links, writing), username }
  return composeEmail(kind, locale, values, {
    shop: writing.shop,
    table:
      kind === 'lowStock'
        ? productTable(facts, links, locale)
        : orderTable(kind, facts, links, locale),
    blocks: [
      ...(kind === 'newPurchase' ? customerBlock(facts, locale) : []),
      ...(kind === 'sent' ? trackingBlock(facts, locale) : []),
      ...(kind === 'paid' ? invoiceBlock(facts, links, locale) : []),
      ...(kind === 'refunded' || kind === 'partRefunded' ? reasonBlock(facts, locale) : []),
      ...(SAYS_WHERE.has(kind) ? addressBlock(kind, facts, links, writing) : []),
    ],
  })
}

/** The kinds of emails that state the delivery address, because the delivery is still ahead. */
const SAYS_WHERE: ReadonlySet<EmailKind> = new Set([
  'ordered',
  'confirmed',
  'paid',
  'sent',
  'newPurchase',
])

type Extra = (facts: Facts, links: Links, writing: Writing) => Partial<Content>

/** The placeholders and links specific to each kind, besides those shared by all order emails. */
const EXTRA: Record<EmailKind, Extra> = {
  ordered: ({ orders }) => ({ payment: paymentOf(orders), address: knowledge(orders) }),
  confirmed: ({ orders }, links) => ({
    ...(paymentOf(orders) === 'online' && { link: links.payment(firstOf(orders).id) }),
    payment: paymentOf(orders),
    address: knowledge(orders),
  }),
  paid: ({ orders }, _links, writing) => ({
    date: dayOf(firstOf(orders).paidAt, writing),
    address: knowledge(orders),
  }),
  sent: ({ orders }, _links, { locale }) =>
    paymentOf(orders) === 'cash'
      ? { payment: 'cash', amount: { foreign: money(cashOwed(orders), locale) } }
      : { payment: 'online' },
  delivered: ({ orders }, links) => ({ link: links.product(firstOf(orders).productId) }),
  undelivered: () => ({}),
  canceled: ({ orders }) => ({ paid: orders.some(({ paidAt }) => paidAt) ? 'yes' : 'no' }),
  refunded: ({ orders }, _links, writing) => ({
    date: dayOf(firstOf(orders).canceledAt, writing),
    way: wayBack(orders),
  }),
  partRefunded: ({ orders }, _links, writing) => ({
    date: dayOf(new Date(orders.at(-1)?.refund?.at ?? Date.now()), writing),
    way: wayBack(orders),
  }),
  newPurchase: ({ orders }, links) => ({ link: links.staffOrder(firstOf(orders).id) }),
  lowStock: () => ({}),
}

/**
 * The placeholders shared by all order emails. The link leads to the first order without an address, or to the first
 * order if all have one.
 */
function aboutOrders(
  kind: EmailKind,
  orders: readonly OrderFacts[],
  links: Links,
  locale: Locale,
): Content {
  const toAsk = orders.find(({ address }) => address === null)
  return {
    link: links.order((toAsk ?? firstOf(orders)).id),
    numbers: [...new Set(orders.map(({ id }) => numberOf(id, locale)))].join(
      translate(locale, 'email.comma'),
    ),
    amount: { foreign: money(totalOf(kind, orders), locale) },
  }
}

/** How the orders are refunded: `both` if some were paid online and others in cash. */
function wayBack(orders: readonly OrderFacts[]): 'cash' | 'online' | 'both' {
  const isCash = ({ refund }: OrderFacts) => refund?.isCash ?? false
  if (!orders.some(isCash)) return 'online'
  return orders.every(isCash) ? 'cash' : 'both'
}

function knowledge(orders: readonly OrderFacts[]): 'known' | 'missing' {
  return orders.some(({ address }) => address === null) ? 'missing' : 'known'
}

/** @returns the link to an order's page for the recipient of a kind of email. */
function pageOf(kind: EmailKind, links: Links): (orderId: number) => string {
  return kind === 'newPurchase' ? links.staffOrder : links.order
}

function orderTable(kind: EmailKind, { orders }: Facts, links: Links, locale: Locale): EmailTable {
  const page = pageOf(kind, links)
  return {
    head: [translate(locale, 'email.table.product'), translate(locale, 'email.table.amount')],
    rows: orders.map((order) => ({
      name: nameIn(locale, order),
      ...noteOf(kind, order, locale),
      link: kind === 'delivered' ? links.product(order.productId) : page(order.id),
      cells: [money(centsOf(order) - discountIn(kind, order), locale)],
    })),
    // Nothing is due for what was canceled.
    foot: kind === 'canceled' ? [] : footOf(kind, orders, locale),
  }
}

/** The discount, in cents, to subtract in an order's row of the table; other tables have it in their last rows. */
function discountIn(kind: EmailKind, { discountCents }: OrderFacts): number {
  return kind === 'canceled' ? discountCents : 0
}

/**
 * The note below a product's name: its units and their price, less, in a cancellation, the discount, and in a refund,
 * the discount and earlier refunds. Empty if an amount was refunded without units.
 */
function noteOf(kind: EmailKind, order: OrderFacts, locale: Locale): { note?: string } {
  const { quantity, priceCents, refund } = order
  const units = refund ? refund.units : quantity
  if (units === 0) return {}
  const less = refund ? units * priceCents - refund.cents : discountIn(kind, order)
  const note = `${units} × ${money(priceCents, locale)}`
  return { note: less === 0 ? note : `${note} − ${money(less, locale)}` }
}

function numberOf(id: number, locale: Locale): string {
  return translate(locale, { id: 'order.number', values: { id } })
}

function money(cents: number, locale: Locale): string {
  return formatMoney(fromCents(cents), locale)
}

function footOf(
  kind: EmailKind,
  orders: readonly OrderFacts[],
  locale: Locale,
): EmailTable['foot'] {
  const line = (id: 'sum' | 'discount' | 'delivery' | 'refunded' | 'total', cents: number) => ({
    label: translate(locale, `email.table.${id}`),
    amount: money(cents, locale),
  })
  const fee = FEE[kind](orders)
  const discount = discountOf(orders)
  const refunded = refundedIn(kind, orders)
  const total = line('total', totalOf(kind, orders))
  if (fee === 0 && discount === 0 && refunded === 0) return [total]
  return [
    line('sum', sumOf(orders)),
    ...(discount > 0 ? [line('discount', -discount)] : []),
    ...(fee > 0 ? [line('delivery', fee)] : []),
    ...(refunded > 0 ? [line('refunded', -refunded)] : []),
    total,
  ]
}

function productTable({ products }: Facts, links: Links, locale: Locale): EmailTable {
  return {
    head: [translate(locale, 'email.table.product'), translate(locale, 'email.table.left')],
    rows: products.map((product) => ({
      name: nameIn(locale, product),
      link: links.product(product.id),
      cells: [String(product.available)],
    })),
    foot: [],
  }
}

function customerBlock({ orders }: Facts, locale: Locale): EmailBlock[] {
  const { customerName, customerEmail, note } = firstOf(orders)
  const customer = {
    title: translate(locale, 'email.customer'),
    lines: [customerName, customerEmail],
  }
  if (note === null) return [customer]
  return [customer, { title: translate(locale, 'email.note'), lines: note.split(/\r?\n/) }]
}

function invoiceBlock({ orders }: Facts, links: Links, locale: Locale): EmailBlock[] {
  const known = new Map(
    orders.flatMap(({ id, invoice }) =>
      invoice ? [[invoice.number, links.invoice(id, invoice.id)] as const] : [],
    ),
  )
  const title = translate(locale, 'invoice.title')
  const lines = [...known].map(([text, link]) => ({ text, link }))
  return lines.length > 0 ? [{ title, lines }] : []
}

function reasonBlock({ orders }: Facts, locale: Locale): EmailBlock[] {
  const lines = [...new Set(orders.flatMap(({ refund }) => refund?.reason ?? []))]
  return lines.length > 0 ? [{ title: translate(locale, 'email.reason'), lines }] : []
}

/** One block per parcel whose carrier or tracking is known. */
function trackingBlock({ orders }: Facts, locale: Locale): EmailBlock[] {
  const parcels = orders.map(({ carrier, trackingNumber, trackingUrl: link }) =>
    [carrier, trackingNumber, link && { text: link, link }].filter((line) => line !== null),
  )
  const known = new Map(parcels.map((lines) => [JSON.stringify(lines), lines]))
  return [...known.values()]
    .filter((lines) => lines.length > 0)
    .map((lines) => ({ title: translate(locale, 'email.tracking'), lines }))
}

function addressBlock(
  kind: EmailKind,
  { orders }: Facts,
  links: Links,
  { locale, showsAddress }: Writing,
): EmailBlock[] {
  const title = translate(locale, 'email.address')
  const known = orders.flatMap(({ id, address }) => (address ? [{ id, ...address }] : []))
  const [first] = known
  if (!first) return []
  if (!showsAddress) {
    const text = translate(locale, 'email.addressHidden')
    return [{ title, lines: [{ text, link: pageOf(kind, links)(first.id) }] }]
  }
  const texts = new Map(
    known.map((address) => {
      const lines = locale === 'ar' ? address.formatted_ar : address.formatted
      return [lines.join('\n'), [...lines, address.phone_international]]
    }),
  )
  return [...texts.values()].map((lines) => ({ title, lines }))
}

function dayOf(date: Date | null, { locale, timeZone }: Writing): string {
  return longDate(date ?? new Date(), locale, timeZone)
}
