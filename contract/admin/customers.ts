import { type Static, Type } from 'typebox'
import { User } from '../accounts.ts'
import { Nullable, Price, Timestamp } from '../schema.ts'
import { CUSTOMER_SORTS } from './lists.ts'
import { AdminOrder } from './orders.ts'
import { NextCursor, pageQuery, Search, staffEndpoint } from './shared.ts'

export const Customer = Type.Object(
  {
    ...Type.Omit(User, ['account_type', 'role', 'emailConfirmed', 'pendingEmail']).properties,
    orders: Type.Integer({
      minimum: 0,
      description: 'number of orders that the customer placed, including canceled ones',
    }),
    spend: Price,
    created_at: Timestamp,
    disabled_at: Nullable(Timestamp),
  },
  {
    title: 'Customer',
    description:
      '`spend` is the amount paid for items, less refunds; it excludes test orders and delivery fees',
  },
)
export type Customer = Static<typeof Customer>

export const CustomersQuery = Type.Object({
  search: Type.Optional({
    ...Search,
    description: 'search terms to match against name, email and phone',
  }),
  disabled: Type.Optional(
    Type.Boolean({ description: 'true lists only disabled customers, false only active ones' }),
  ),
  sort: Type.Optional(
    Type.Enum(CUSTOMER_SORTS, {
      description: '`newest` if absent; `spend` and `orders` in descending order',
    }),
  ),
  ...pageQuery,
})
export type CustomersQuery = Static<typeof CustomersQuery>

export const listCustomers = staffEndpoint('GET /api/admin/customers', {
  summary: 'Customers with their order counts and spending, paginated',
  query: CustomersQuery,
  replies: { 200: Type.Object({ customers: Type.Array(Customer), nextCursor: NextCursor }) },
})

export const getCustomer = staffEndpoint('GET /api/admin/customers/{id}', {
  summary: 'One customer, with the latest twenty orders and the number of open sessions',
  replies: {
    200: Type.Object({
      data: Customer,
      sessions: Type.Integer({ minimum: 0 }),
      orders: Type.Array(AdminOrder),
    }),
  },
})

const CustomerReply = { 200: Type.Object({ data: Customer }) }

export const disableCustomer = staffEndpoint('POST /api/admin/customers/{id}/disable', {
  summary:
    "Disable a customer's account, which immediately ends all its sessions and closes its sockets",
  stepUp: true,
  replies: CustomerReply,
})

export const enableCustomer = staffEndpoint('POST /api/admin/customers/{id}/enable', {
  summary: "Re-enable a customer's account, so that the customer can sign in again",
  replies: CustomerReply,
})
