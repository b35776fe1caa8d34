import { queryOptions } from '@tanstack/react-query'
import { PRODUCTS_TABLE } from '#contract/admin/catalog-tables.ts'
import type { ImportJob, ImportMapping, ImportReport } from '#contract/admin/import.ts'
import { fetchFile } from '#web/api/fetch-file.ts'
import { load } from '#web/api/load.ts'
import { ApiError, request } from '#web/api/request.ts'
import { uploadFile } from '#web/api/upload-file.ts'
import { withStepUp } from '../parts/step-up.ts'

const LOOK_AGAIN = 1000

export interface ImportRequest {
  mode: 'check' | 'apply'
  skipBad?: boolean
  /** Treats the file's ids as this shop's own, even if the products with those ids have a different SKU or category. */
  ownIds?: boolean
  /** The chosen columns; by default the server recognizes them by their names. */
  mapping?: ImportMapping | undefined
}

interface Import extends ImportRequest {
  onProgress: (part: number) => void
}

/** Validates a file, or starts to import it. */
export function sendImport(file: File, { mode, skipBad, ownIds, mapping, onProgress }: Import) {
  return withStepUp(() =>
    uploadFile('POST /api/admin/products/imports', {
      query: {
        mode,
        ...(skipBad && { skipBad: 'true' }),
        ...(ownIds && { ownIds: 'true' }),
        ...(mapping && { mapping: JSON.stringify(mapping) }),
      },
      field: 'file',
      file,
      onProgress,
    }),
  ) as Promise<ImportReport>
}

const isBusy = (job: ImportJob | undefined): boolean =>
  job?.state === 'running' || job?.undo?.state === 'running'

export const undoImport = (id: number) =>
  withStepUp(() => request('POST /api/admin/products/imports/{id}/undo', { params: { id } }))

export function importJobQuery(id: number) {
  return queryOptions({
    queryKey: ['admin', 'import', id],
    queryFn: async ({ signal }) => {
      const parts = { params: { id }, signal }
      return (await request('GET /api/admin/products/imports/{id}', parts)).data
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (isBusy(state.data) ? LOOK_AGAIN : false),
  })
}

/** The id of the newest import of the last day; null if there is none. */
export const latestImportQuery = {
  ...load(['admin', 'latest-import'], 'GET /api/admin/products/imports', {}, 'id'),
  staleTime: 0,
}

/** The columns of a file, whether it was accepted or rejected. */
export type FileColumns = Pick<ImportReport, 'columns' | 'source' | 'category_words'>

/**
 * The columns of a rejected file; null if the server rejected it before reading the columns, and for any other error.
 */
export function refusedColumns(error: unknown): FileColumns | null {
  const { columns, source = null } = refusalOf(error)
  return columns ? { columns, source, category_words: [] } : null
}

type BadRows = Pick<ImportReport, 'bad_rows' | 'problems' | 'problem_count'>

/** The problems in a file's rows, if they are why the server refused to apply it; null for any other error. */
export function refusedRows(error: unknown): BadRows | null {
  const { bad_rows, problems, problem_count } = refusalOf(error)
  if (bad_rows === undefined || !problems || !problem_count) return null
  return { bad_rows, problems, problem_count }
}

function refusalOf(error: unknown): Partial<FileColumns & BadRows> {
  return (error instanceof ApiError && (error.body as object | null)) || {}
}

/**
 * The paths of the exports that can be imported again, keyed by file name: the products as CSV, the whole catalog as
 * ZIP.
 */
export const EXPORTS = {
  [PRODUCTS_TABLE]: '/api/admin/products/export',
  'catalog.zip': '/api/admin/catalog/export',
} as const

export const fetchExport = (name: keyof typeof EXPORTS): Promise<Blob> => fetchFile(EXPORTS[name])
