/** Invoices for payments, and credit notes for refunds; never changed once issued. */
import { type Static, Type } from 'typebox'
import { staffEndpoint } from './admin/shared.ts'
import { endpointsOf } from './endpoint.ts'
import { INVOICE_KINDS } from './invoice-kinds.ts'
import { LOCALE_CODES } from './locale.ts'
import { ContainedTax } from './quote.ts'
import { Day, Id, NotModified, Nullable, names, Price, Timestamp } from './schema.ts'

const endpoint = endpointsOf('Invoices')

export const InvoiceHead = Type.Object(
  {
    id: Id,
    number: Type.String({
      description:
        'the number in its series, which has no gaps within a year; credit notes have their own series',
    }),
    kind: Type.Enum(INVOICE_KINDS),
    at: Timestamp,
    total: Price,
  },
  { title: 'InvoiceHead' },
)
export type InvoiceHead = Static<typeof InvoiceHead>

export const InSecondCurrency = Type.Object(
  {
    currency: Type.String({ description: 'ISO 4217' }),
    digits: Type.Integer({ description: 'the number of decimals in its amounts' }),
    rate: Type.Number({
      description: "units of this currency per unit of the shop's currency",
    }),
    date: { ...Day, description: 'the date of the exchange rate' },
    tax: Price,
    total: Price,
  },
  {
    title: 'InSecondCurrency',
    description:
      'tax and total in the second currency; null if none was set at the time of issue or there was no tax',
  },
)
export type InSecondCurrency = Static<typeof InSecondCurrency>

export const Invoice = Type.Object(
  {
    ...InvoiceHead.properties,
    purchaseId: Id,
    timeZone: Type.String({ description: 'the IANA time zone of the date of issue' }),
    isTest: Type.Boolean({
      description:
        'whether the invoice was issued for a test order, for which no money was charged',
    }),
    shop: Type.Object(names, { description: "the shop's name at the time of issue" }),
    corrects: Nullable(
      Type.String({
        description: 'on a credit note: the number of the invoice that it corrects; otherwise null',
      }),
    ),
    reason: Nullable(
      Type.String({
        description:
          'on a credit note: the reason entered by staff; null on an invoice or without a reason',
      }),
    ),
    seller: Type.Object({
      ...names,
      address: Type.Array(Type.String()),
      address_ar: Type.Array(Type.String()),
      tax_number: Nullable(Type.String()),
    }),
    buyer: Type.Object({
      name: Type.String(),
      email: Type.String(),
      address: Type.Array(Type.String(), {
        description: 'the lines of the delivery address; empty if unknown',
      }),
      address_ar: Type.Array(Type.String()),
    }),
    lines: Type.Array(
      Type.Object({
        order: Id,
        ...names,
        quantity: Type.Integer({
          minimum: 0,
          description: '0 for a price reduction, which returns no units',
        }),
        price: Price,
        discount: Price,
        refundedBefore: {
          ...Price,
          description: 'on a credit note: the amount already refunded for these units',
        },
        total: {
          ...Price,
          description:
            'quantity times price, less `discount` and `refundedBefore`; if the quantity is 0, the amount of the price reduction',
        },
      }),
    ),
    delivery: Price,
    net: { ...Price, description: 'the total excluding tax' },
    tax: Nullable({
      ...ContainedTax,
      description: 'the tax included in the total; null if there was none',
    }),
    second_currency: Nullable(InSecondCurrency),
  },
  { title: 'Invoice' },
)
export type Invoice = Static<typeof Invoice>

export const PdfQuery = Type.Object({
  lang: Type.Optional(Type.Enum(LOCALE_CODES, { description: 'English if absent' })),
})

const reply = { 200: Type.Object({ data: Invoice }) }
const pdf = { 200: Type.String({ contentMediaType: 'application/pdf' }), 304: NotModified }

export const getInvoice = endpoint('GET /api/user/invoices/{id}', {
  summary: 'One of your invoices or credit notes',
  access: 'customer',
  replies: reply,
})

export const getInvoicePdf = endpoint('GET /api/user/invoices/{id}/pdf', {
  summary: 'One of your invoices or credit notes, as a PDF',
  access: 'customer',
  query: PdfQuery,
  replies: pdf,
})

export const getAdminInvoice = staffEndpoint('GET /api/admin/invoices/{id}', {
  summary: 'One invoice or credit note, whichever customer it belongs to',
  replies: reply,
})

export const getAdminInvoicePdf = staffEndpoint('GET /api/admin/invoices/{id}/pdf', {
  summary: 'One invoice or credit note of any customer, as a PDF',
  query: PdfQuery,
  replies: pdf,
})
