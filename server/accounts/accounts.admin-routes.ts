import type { AdminOrder } from '#contract/admin.ts'
import * as contract from '#contract/admin.ts'
import type { Api } from '../platform/http/api.ts'
import type { ManageCustomers } from './manage-customers.ts'
import type { ManageStaff } from './manage-staff.ts'
import type { ApiTokens } from './sessions/api-tokens.ts'

const LATEST_ORDERS = 20

export type LatestOrders = (query: {
  customer: number
  limit: number
}) => Promise<{ orders: AdminOrder[] }>

export function accountsAdminRoutes(
  api: Api,
  {
    customers,
    staff,
    tokens,
  }: { customers: ManageCustomers; staff: ManageStaff; tokens: ApiTokens },
  latestOrders: LatestOrders,
): void {
  api.route(contract.listCustomers, ({ query }) => customers.list(query))

  api.route(contract.getCustomer, async ({ params }) => {
    const customer = params.id
    const found = await customers.find(customer)
    const { orders } = await latestOrders({ customer, limit: LATEST_ORDERS })
    return { ...found, orders }
  })

  api.data(contract.disableCustomer, ({ caller, params }) => customers.disable(caller, params.id))

  api.data(contract.enableCustomer, ({ caller, params }) => customers.enable(caller, params.id))

  api.route(contract.listStaff, async () => ({ staff: await staff.all() }))

  api.data(contract.inviteStaff, ({ caller, body }) => staff.invite(caller, body))

  api.data(contract.editStaff, ({ caller, params, body }) => staff.edit(caller, params.id, body))

  api.route(contract.requireSecondFactor, async ({ caller, body }) => {
    await staff.requireSecondFactor(caller, body.is_required)
    return body
  })

  api.data(contract.resetSecondFactor, ({ caller, params }) =>
    staff.resetSecondFactor(caller, params.id),
  )

  api.route(contract.removeStaff, async ({ caller, params }) => {
    await staff.remove(caller, params.id)
    return { message: 'Staff member removed. The account is now a customer account.' }
  })

  api.route(contract.listApiTokens, async () => ({ tokens: await tokens.all() }))

  api.route(contract.createApiToken, ({ caller, body }) => tokens.create(caller, body))

  api.route(contract.revokeApiToken, async ({ caller, params }) => {
    await tokens.revoke(caller, params.id)
    return { message: 'API token revoked.' }
  })
}
