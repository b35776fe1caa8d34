import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { invoicesAdminRoutes, invoicesRoutes } from './invoices.routes.ts'
import { createInvoices } from './invoices.ts'
import { createTaxBook } from './tax-settings.ts'

export function createInvoicesPart({ db }: { db: Database }) {
  const invoices = createInvoices(db)
  return {
    ofCustomer: { invoicesOf: invoices.slices },
    close: invoices.close,
    routes(api: Api): void {
      invoicesRoutes(api, invoices)
      invoicesAdminRoutes(api, invoices, createTaxBook(db))
    },
  }
}
