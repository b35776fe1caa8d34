/** The seller named on invoices, the taxes included in prices, and the list of invoices. */
import { type Static, Type } from 'typebox'
import { CURRENCY_CODES } from '../currencies.ts'
import { INVOICE_KINDS } from '../invoice-kinds.ts'
import { InSecondCurrency, InvoiceHead } from '../invoices.ts'
import {
  EXCHANGE_RATE,
  SELLER_ADDRESS_MAX,
  SELLER_NAME_MAX,
  TAX_NAME_MAX,
  TAX_RATES_MAX,
} from '../limits.ts'
import { CODE, Day, Id, IdInput, Nullable, Price } from '../schema.ts'
import {
  editOf,
  Moment,
  NextCursor,
  namesOf,
  pageQuery,
  Search,
  staffEndpoint,
  versioned,
  Words,
} from './shared.ts'

const Country = Type.String({
  pattern: '^[A-Z]{2}$',
  examples: ['AE'],
  description: 'ISO 3166-1 alpha-2',
})

const { decimals, ...limits } = EXCHANGE_RATE

const SecondCurrency = Nullable(
  Type.Object(
    {
      currency: Type.Enum(CURRENCY_CODES, {
        description: "an ISO 4217 code other than that of the shop's own currency",
      }),
      rate: Type.Number({
        ...limits,
        description: `units of this currency per unit of the shop's currency, with at most ${decimals} decimals`,
      }),
      date: { ...Day, description: 'the date of the exchange rate' },
    },
    {
      description:
        'a second currency in which new invoices also state the tax and the total; null for none',
    },
  ),
)

export const TaxSettings = Type.Object(
  {
    ...namesOf(SELLER_NAME_MAX),
    address: Type.String({ maxLength: SELLER_ADDRESS_MAX, description: 'can have several lines' }),
    address_ar: Type.String({ maxLength: SELLER_ADDRESS_MAX }),
    tax_number: Nullable({ ...Words(50), ...CODE }),
    country: Nullable({
      ...Country,
      description: "ISO 3166-1 alpha-2; this country's rate applies to orders without an address",
    }),
    rates: Type.Array(
      Type.Object({
        country: Country,
        ...namesOf(TAX_NAME_MAX),
        percent: Type.Number({
          minimum: 0.01,
          maximum: 100,
          description: 'the tax rate included in prices, with at most two decimals',
        }),
      }),
      {
        maxItems: TAX_RATES_MAX,
        description:
          'at most one rate per delivery country; orders to other countries are not taxed',
      },
    ),
    second_currency: SecondCurrency,
  },
  { title: 'TaxSettings' },
)
export type TaxSettings = Static<typeof TaxSettings>

const TaxReply = {
  200: Type.Object({ data: Type.Object({ ...TaxSettings.properties, ...versioned }) }),
}

export const getTaxSettings = staffEndpoint('GET /api/admin/tax', {
  summary: 'The seller and the taxes shown on invoices',
  replies: TaxReply,
})

export const ReplaceTaxBody = Type.Object({
  ...TaxSettings.properties,
  second_currency: Type.Optional({
    ...SecondCurrency,
    description: 'null for none; if absent, the current second currency is kept',
  }),
  ...editOf,
})
export type ReplaceTaxBody = Static<typeof ReplaceTaxBody>

export const replaceTaxSettings = staffEndpoint('PUT /api/admin/tax', {
  summary: 'Replace the seller and the taxes; issued invoices do not change',
  stepUp: true,
  body: ReplaceTaxBody,
  replies: TaxReply,
  errors: ['edited_meanwhile'],
})

export const AdminInvoice = Type.Object(
  {
    ...InvoiceHead.properties,
    tax: Price,
    second_currency: Nullable(InSecondCurrency),
    purchaseId: Id,
    order: {
      ...Id,
      description: 'the refunded order of a credit note; the first order on an invoice',
    },
    customer: Type.Object({ id: Id, username: Type.String() }),
  },
  { title: 'AdminInvoice' },
)
export type AdminInvoice = Static<typeof AdminInvoice>

const period = { from: Moment, to: Moment }

export const InvoicesQuery = Type.Object({
  ...period,
  order: Type.Optional({
    ...IdInput,
    description: "order id; returns only the invoices and credit notes for that order's purchase",
  }),
  kind: Type.Optional(Type.Enum(INVOICE_KINDS)),
  search: Type.Optional({
    ...Search,
    description:
      'an invoice number, the id of an order in its purchase, or search terms for the customer',
  }),
  ...pageQuery,
})
export type InvoicesQuery = Static<typeof InvoicesQuery>

export const listInvoices = staffEndpoint('GET /api/admin/invoices', {
  summary: 'Invoices and credit notes, newest first; `from` and `to` filter by time of issue',
  query: InvoicesQuery,
  replies: { 200: Type.Object({ invoices: Type.Array(AdminInvoice), nextCursor: NextCursor }) },
})

export const exportInvoices = staffEndpoint('GET /api/admin/invoices/export', {
  summary:
    'Invoices and credit notes as CSV, oldest first, excluding those for demo and test orders',
  stepUp: true,
  query: Type.Object(period),
  replies: { 200: Type.String({ contentMediaType: 'text/csv' }) },
})
