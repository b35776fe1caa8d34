import { type Static, Type } from 'typebox'
import { User } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { IdParams, Nullable, Price, Timestamp } from '../schema.ts'
import { AdminOrder } from './orders.ts'
import { NextCursor, pageQuery, Search, tag } from './shared.ts'

export const Customer = Type.Object(
  {
    ...Type.Omit(User, ['account_type', 'emailConfirmed', 'pendingEmail']).properties,
    orders: Type.Integer({ minimum: 0, description: 'all that were placed' }),
    spend: Price,
    created_at: Timestamp,
    disabled_at: Nullable(Timestamp),
  },
  { title: 'Customer', description: 'spend counts paid orders that were not refunded' },
)
export type Customer = Static<typeof Customer>

export const CUSTOMER_SORTS = ['newest', 'spend', 'orders'] as const
export type CustomerSort = (typeof CUSTOMER_SORTS)[number]

export const CustomersQuery = Type.Object({
  search: Type.Optional({ ...Search, description: 'in name, e-mail and phone' }),
  disabled: Type.Optional(Type.Boolean({ description: 'only those who are locked out, or not' })),
  sort: Type.Optional(
    Type.Enum(CUSTOMER_SORTS, { description: 'newest when absent; the others most first' }),
  ),
  ...pageQuery,
})
export type CustomersQuery = Static<typeof CustomersQuery>

export const listCustomers = endpoint('GET /api/admin/customers', {
  summary: 'Customers with what they ordered and spent, page by page',
  tag,
  access: 'admin',
  query: CustomersQuery,
  replies: { 200: Type.Object({ customers: Type.Array(Customer), nextCursor: NextCursor }) },
})

export const getCustomer = endpoint('GET /api/admin/customers/{id}', {
  summary: 'One customer with the latest twenty orders and how many sessions are open',
  tag,
  access: 'admin',
  params: IdParams,
  replies: {
    200: Type.Object({
      data: Customer,
      sessions: Type.Integer({ minimum: 0 }),
      orders: Type.Array(AdminOrder),
    }),
  },
})

const CustomerReply = { 200: Type.Object({ data: Customer }) }

export const disableCustomer = endpoint('POST /api/admin/customers/{id}/disable', {
  summary: 'Lock a customer out: every session and socket ends at once',
  tag,
  access: 'admin',
  params: IdParams,
  replies: CustomerReply,
})

export const enableCustomer = endpoint('POST /api/admin/customers/{id}/enable', {
  summary: 'Let a customer sign in again',
  tag,
  access: 'admin',
  params: IdParams,
  replies: CustomerReply,
})
