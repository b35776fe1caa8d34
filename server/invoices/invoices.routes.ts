import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as admin from '#contract/admin.ts'
import * as contract from '#contract/invoices.ts'
import { addressKey } from '../platform/http/address-key.ts'
import type { Api, Call } from '../platform/http/api.ts'
import { isKnown } from '../platform/http/response-cache/encoded-answer.ts'
import type { Invoices } from './invoices.ts'
import type { TaxBook } from './tax-settings.ts'

export function invoicesRoutes(api: Api, invoices: Invoices): void {
  api.data(contract.getInvoice, ({ caller, params }) => invoices.find(params.id, caller.id))

  api.route(contract.getInvoicePdf, (call) => sendPdf(invoices, call, call.caller.id))
}

export function invoicesAdminRoutes(api: Api, invoices: Invoices, tax: TaxBook): void {
  api.data(contract.getAdminInvoice, ({ params }) => invoices.find(params.id, null))

  api.route(contract.getAdminInvoicePdf, (call) => sendPdf(invoices, call, null))

  api.route(admin.listInvoices, ({ query }) => invoices.list(query))

  api.route(admin.exportInvoices, async ({ query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="invoices.csv"')
      .send(Readable.from(invoices.export(query))),
  )

  api.data(admin.getTaxSettings, () => tax.find())

  api.data(admin.replaceTaxSettings, ({ caller, body }) => tax.replace(caller, body))
}

/**
 * Sends the PDF, or 304 if the client already has it. Clients must revalidate before each use, so access is always
 * checked.
 */
async function sendPdf(
  invoices: Invoices,
  {
    caller,
    params,
    query,
    address,
    request,
    reply,
  }: Call<typeof contract.getInvoicePdf> | Call<typeof contract.getAdminInvoicePdf>,
  userId: number | null,
): Promise<FastifyReply> {
  const { bytes, etag } = await invoices.pdf(params.id, userId, query.lang ?? 'en', {
    id: caller.id,
    address: addressKey(address),
  })
  reply.header('cache-control', 'private, no-cache').header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/pdf').send(bytes)
}
