import { queryOptions } from '@tanstack/react-query'
import type { InvoicesQuery, TaxSettings } from '#contract/admin/invoices.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { fetchFile } from '#web/api/fetch-file.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** Loads one page of the invoices of a period. */
export function loadInvoices(
  period: InvoicesQuery,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  return request('GET /api/admin/invoices', {
    query: { limit: PAGE_SIZE, ...period, ...(cursor && { cursor }) },
    signal,
  })
}

/** Returns all invoices of the period as CSV. */
export function exportInvoices(period: Record<string, string>): Promise<Blob> {
  return fetchFile(`/api/admin/invoices/export?${new URLSearchParams(period)}`)
}

/** The seller and the taxes. */
export const taxQuery = queryOptions({
  queryKey: ['admin', 'tax'],
  queryFn: async ({ signal }) => (await request('GET /api/admin/tax', { signal })).data,
})

export async function saveTax(body: TaxSettings): Promise<void> {
  const { data } = await request('PUT /api/admin/tax', { body })
  queryClient.setQueryData(taxQuery.queryKey, data)
}

/** One invoice of any customer. */
export function adminInvoiceQuery(id: number) {
  return queryOptions({
    queryKey: ['admin', 'invoice', id],
    queryFn: async ({ signal }) => {
      const parts = { params: { id }, signal }
      return (await request('GET /api/admin/invoices/{id}', parts)).data
    },
  })
}
