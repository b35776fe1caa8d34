import { Readable } from 'node:stream'
import * as admin from '#contract/admin.ts'
import * as contract from '#contract/invoices.ts'
import type { Locale } from '#contract/locale.ts'
import { toId } from '#contract/schema.ts'
import type { Api } from '../platform/http/api.ts'
import type { Invoices } from './invoices.ts'
import type { TaxBook } from './tax-settings.ts'

const PDF = 'application/pdf'

export function invoicesRoutes(api: Api, invoices: Invoices): void {
  api.route(contract.getInvoice, async ({ caller, params }) => ({
    data: await invoices.find(toId(params.id), caller.id),
  }))

  api.route(contract.getInvoicePdf, async ({ caller, params, query, reply }) =>
    reply.type(PDF).send(await invoices.pdf(toId(params.id), caller.id, localeOf(query))),
  )
}

export function invoicesAdminRoutes(api: Api, invoices: Invoices, tax: TaxBook): void {
  api.route(contract.getAdminInvoice, async ({ params }) => ({
    data: await invoices.find(toId(params.id), null),
  }))

  api.route(contract.getAdminInvoicePdf, async ({ params, query, reply }) =>
    reply.type(PDF).send(await invoices.pdf(toId(params.id), null, localeOf(query))),
  )

  api.route(admin.listInvoices, ({ query }) => invoices.list(query))

  api.route(admin.exportInvoices, async ({ query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="invoices.csv"')
      .send(Readable.from(invoices.export(query))),
  )

  api.route(admin.getTaxSettings, async () => ({ data: await tax.find() }))

  api.route(admin.replaceTaxSettings, async ({ caller, body }) => ({
    data: await tax.replace(caller, body),
  }))
}

function localeOf({ lang }: { lang?: Locale | undefined }): Locale {
  return lang ?? 'en'
}
