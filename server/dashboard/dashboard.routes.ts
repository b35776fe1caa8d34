import { dashboard } from '#contract/admin.ts'
import type { Api } from '../platform/http/api.ts'
import type { ReadDashboard } from './dashboard.ts'

const DAYS_BY_DEFAULT = '7'

export function dashboardRoutes(api: Api, readDashboard: ReadDashboard): void {
  api.route(dashboard, ({ query }) => readDashboard(Number(query.days ?? DAYS_BY_DEFAULT)))
}
