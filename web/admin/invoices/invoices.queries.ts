import { queryOptions } from '@tanstack/react-query'
import { fetchFile } from '#web/api/fetch-file.ts'
import { request } from '#web/api/request.ts'
import { keptSettings } from '../parts/kept-settings.ts'
import { withStepUp } from '../parts/step-up.ts'

export const tax = keptSettings('/api/admin/tax')

/** Fetches a period's invoices and credit notes as CSV, or all of them if the period is empty. */
export function fetchInvoices(period: Record<string, string> = {}): Promise<Blob> {
  const query = new URLSearchParams(period)
  return withStepUp(() => fetchFile(`/api/admin/invoices/export?${query}`))
}

/** The invoices and credit notes for an order's purchase, newest first. */
export function orderInvoicesQuery(order: number) {
  return queryOptions({
    queryKey: ['admin', 'orders', 'invoices', order],
    queryFn: async ({ signal }) =>
      (await request('GET /api/admin/invoices', { query: { order }, signal })).invoices,
    staleTime: 0,
  })
}

export function adminInvoiceQuery(id: number) {
  return queryOptions({
    queryKey: ['admin', 'invoice', id],
    queryFn: async ({ signal }) =>
      (await request('GET /api/admin/invoices/{id}', { params: { id }, signal })).data,
  })
}
