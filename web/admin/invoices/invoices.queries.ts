import { queryOptions } from '@tanstack/react-query'
import type { TaxSettings } from '#contract/admin/invoices.ts'
import type { Versioned } from '#contract/admin/shared.ts'
import { fetchFile } from '#web/api/fetch-file.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { withStepUp } from '../parts/step-up.ts'

/** The seller and the taxes. */
export const taxQuery = queryOptions({
  queryKey: ['admin', 'tax'],
  queryFn: async ({ signal }) => (await request('GET /api/admin/tax', { signal })).data,
})

/** @param version that the edit was made from. */
export async function saveTax(
  settings: TaxSettings,
  version: string | undefined,
): Promise<Versioned<TaxSettings>> {
  const body = { ...settings, ...(version && { version }) }
  const { data } = await withStepUp(() => request('PUT /api/admin/tax', { body }))
  queryClient.setQueryData(taxQuery.queryKey, data)
  return data
}

/** The invoices and credit notes of a time as CSV; all of them without one. */
export function fetchInvoices(period: Record<string, string> = {}): Promise<Blob> {
  const query = new URLSearchParams(period)
  return withStepUp(() => fetchFile(`/api/admin/invoices/export?${query}`))
}

/** The invoices and credit notes of an order's purchase, newest first. */
export function orderInvoicesQuery(order: number) {
  return queryOptions({
    queryKey: ['admin', 'orders', 'invoices', order],
    queryFn: async ({ signal }) =>
      (await request('GET /api/admin/invoices', { query: { order }, signal })).invoices,
    staleTime: 0,
  })
}

/** One invoice of any customer. */
export function adminInvoiceQuery(id: number) {
  return queryOptions({
    queryKey: ['admin', 'invoice', id],
    queryFn: async ({ signal }) =>
      (await request('GET /api/admin/invoices/{id}', { params: { id }, signal })).data,
  })
}
