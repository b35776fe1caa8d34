/** Invoices for payments, and credit notes for refunds; never changed once issued. */
import { type Static, Type } from 'typebox'
import { staffEndpoint } from './admin/shared.ts'
import { endpointsOf } from './endpoint.ts'
import { INVOICE_KINDS } from './invoice-kinds.ts'
import { LOCALE_CODES } from './locale.ts'
import { ContainedTax } from './quote.ts'
import { Day, Id, NotModified, Nullable, Price, Timestamp } from './schema.ts'

const endpoint = endpointsOf('Invoices')

export const InvoiceHead = Type.Object(
  {
    id: Id,
    number: Type.String({ description: 'without gaps per year; credit notes have their own' }),
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
    digits: Type.Integer({ description: 'the decimals of its amounts' }),
    rate: Type.Number({ description: "units of it for one of the shop's currency" }),
    date: { ...Day, description: 'of the rate' },
    tax: Price,
    total: Price,
  },
  {
    title: 'InSecondCurrency',
    description: 'tax and total as issued; null where no second currency was set, or without tax',
  },
)
export type InSecondCurrency = Static<typeof InSecondCurrency>

const both = { name: Type.String(), name_ar: Type.String() }

export const Invoice = Type.Object(
  {
    ...InvoiceHead.properties,
    purchaseId: Id,
    timeZone: Type.String({ description: 'in which its day was counted, an IANA name' }),
    isTest: Type.Boolean({ description: 'of test orders: no money was taken' }),
    shop: Type.Object(both, { description: 'what the shop was called' }),
    corrects: Nullable(Type.String({ description: 'the number of the invoice, of a credit note' })),
    reason: Nullable(Type.String({ description: 'of a credit note: why, as staff wrote it' })),
    seller: Type.Object({
      ...both,
      address: Type.Array(Type.String()),
      address_ar: Type.Array(Type.String()),
      tax_number: Nullable(Type.String()),
    }),
    buyer: Type.Object({
      name: Type.String(),
      email: Type.String(),
      address: Type.Array(Type.String(), { description: 'of the delivery; empty when unknown' }),
      address_ar: Type.Array(Type.String()),
    }),
    lines: Type.Array(
      Type.Object({
        order: Id,
        ...both,
        quantity: Type.Integer({ minimum: 0, description: '0 for an amount without units' }),
        price: Price,
        discount: Price,
        refundedBefore: {
          ...Price,
          description: 'of a credit note: what went back of these units before, as an amount',
        },
        total: {
          ...Price,
          description: 'quantity times price, less both; of an amount without units, the amount',
        },
      }),
    ),
    delivery: Price,
    net: { ...Price, description: 'the total without the tax that it contains' },
    tax: Nullable({
      ...ContainedTax,
      description: 'contained in the total; null where none is set',
    }),
    second_currency: Nullable(InSecondCurrency),
  },
  { title: 'Invoice' },
)
export type Invoice = Static<typeof Invoice>

export const PdfQuery = Type.Object({
  lang: Type.Optional(Type.Enum(LOCALE_CODES, { description: 'English when absent' })),
})

const reply = { 200: Type.Object({ data: Invoice }) }
const pdf = { 200: Type.String({ contentMediaType: 'application/pdf' }), 304: NotModified }

export const getInvoice = endpoint('GET /api/user/invoices/{id}', {
  summary: 'One of your invoices or credit notes',
  access: 'customer',
  replies: reply,
})

export const getInvoicePdf = endpoint('GET /api/user/invoices/{id}/pdf', {
  summary: 'The same as a PDF',
  access: 'customer',
  query: PdfQuery,
  replies: pdf,
})

export const getAdminInvoice = staffEndpoint('GET /api/admin/invoices/{id}', {
  summary: 'One invoice or credit note of any customer',
  replies: reply,
})

export const getAdminInvoicePdf = staffEndpoint('GET /api/admin/invoices/{id}/pdf', {
  summary: 'The same as a PDF',
  query: PdfQuery,
  replies: pdf,
})
