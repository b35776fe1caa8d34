import { type Static, Type } from 'typebox'
import { CategoryName } from '../catalog.ts'
import {
  IMPORT_BYTES_MAX,
  IMPORT_CHANGES_MAX,
  IMPORT_PREVIEW_MAX,
  IMPORT_PROBLEMS_MAX,
  IMPORT_WORDS_MAX,
  IMPORT_ZIP_BYTES_MAX,
} from '../limits.ts'
import { ErrorReply, Id, Nullable, Timestamp, upload } from '../schema.ts'
import { staffEndpoint } from './shared.ts'

export const exportProducts = staffEndpoint('GET /api/admin/products/export', {
  summary: 'All products except deleted ones, as CSV in UTF-8',
  replies: { 200: Type.String({ contentMediaType: 'text/csv' }) },
})

export const exportCatalog = staffEndpoint('GET /api/admin/catalog/export', {
  summary:
    'The whole catalog as a ZIP that an empty shop can import: products, brands, ' +
    'subcategories, attributes and families as CSV, and their pictures',
  replies: { 200: Type.String({ contentMediaType: 'application/zip' }) },
})

export const TextEncoding = Type.Enum(['UTF-8', 'UTF-16', 'Windows-1256'])
export type TextEncoding = Static<typeof TextEncoding>

export const ImportSource = Type.Enum(['shopify', 'woocommerce', 'google'])
export type ImportSource = Static<typeof ImportSource>

export const ImportColumn = Type.Object({
  heading: Type.String(),
  sample: Type.String({ description: "the column's first non-empty cell" }),
  column: Nullable(
    Type.String({
      description: "the shop's column that this one is imported into; null if it is ignored",
    }),
  ),
})
export type ImportColumn = Static<typeof ImportColumn>

export const ImportMapping = Type.Object(
  {
    columns: Type.Optional(
      Type.Record(Type.String({ pattern: '^[0-9]{1,3}$' }), Type.String({ maxLength: 100 }), {
        description:
          "the shop's columns for the file's columns, keyed by zero-based position; columns not listed are ignored",
      }),
    ),
    category: Type.Optional(CategoryName),
    categories: Type.Optional(
      Type.Record(Type.String(), CategoryName, {
        description:
          "the shop's categories, keyed by category name in the file; products in any other category get `category`",
      }),
    ),
  },
  { additionalProperties: false },
)
export type ImportMapping = Static<typeof ImportMapping>

export const ImportProblem = Type.Object({
  file: Type.Optional(
    Type.String({ description: 'the file in the ZIP; absent for the products file' }),
  ),
  row: Type.Integer({
    minimum: 1,
    description: 'the row number as shown in a spreadsheet, where the header is row 1',
  }),
  field: Type.String(),
  reason: Type.String(),
})
export type ImportProblem = Static<typeof ImportProblem>

const Problems = {
  problems: Type.Array(ImportProblem, {
    maxItems: IMPORT_PROBLEMS_MAX,
    description: `the first ${IMPORT_PROBLEMS_MAX} problems`,
  }),
  problem_count: Type.Integer({
    description: 'the total number of problems, including those not listed in `problems`',
  }),
}

export const ImportChange = Type.Object({
  row: Type.Integer({ minimum: 1 }),
  id: Id,
  name: Type.String({ description: "the product's current name" }),
  before: Type.Unknown({
    description:
      'the fields that would change, with their current values, named as in the audit log',
  }),
  after: Type.Unknown(),
})
export type ImportChange = Static<typeof ImportChange>

export const ImportPreview = Type.Object({
  row: Type.Integer({ minimum: 1 }),
  cells: Type.Record(Type.String(), Type.String()),
})
export type ImportPreview = Static<typeof ImportPreview>

const BadRows = Type.Integer({ description: 'number of rows with at least one problem' })

export const ImportReport = Type.Object({
  rows: Type.Integer(),
  encoding: TextEncoding,
  source: Nullable(ImportSource),
  columns: Type.Array(ImportColumn),
  category_words: Type.Array(Type.String(), {
    maxItems: IMPORT_WORDS_MAX,
    description: `the first ${IMPORT_WORDS_MAX} category names in the file that the shop does not have`,
  }),
  preview: Type.Array(ImportPreview, {
    maxItems: IMPORT_PREVIEW_MAX,
    description: "the first new products; `cells` is keyed by the shop's columns",
  }),
  applied_rows: Type.Integer({
    description:
      'number of rows already applied by an earlier, interrupted import of this file; applying the file again continues with the remaining rows',
  }),
  applied_at: Nullable({
    ...Timestamp,
    description:
      'when this file was applied, if that was within the last day and has not been undone; it then cannot be applied again. Null otherwise',
  }),
  creates: Type.Integer(),
  updates: Type.Integer({ description: 'number of rows that would change an existing product' }),
  unchanged: Type.Integer({
    description: 'number of rows that would leave an existing product unchanged',
  }),
  changes: Type.Array(ImportChange, {
    maxItems: IMPORT_CHANGES_MAX,
    description: `the first ${IMPORT_CHANGES_MAX} rows that would change an existing product`,
  }),
  ids_in_doubt: Type.Integer({
    description:
      "number of rows whose SKU, category or name differs from that of the product with the same id, as with another shop's " +
      'file; they count as problems unless `ownIds` is set',
  }),
  free_count: Type.Integer({
    description: 'number of products whose price would become 0',
  }),
  free: Type.Array(Type.Pick(ImportChange, ['row', 'name']), {
    maxItems: IMPORT_PREVIEW_MAX,
    description: `the first ${IMPORT_PREVIEW_MAX} products whose price would become 0`,
  }),
  definitions: Type.Integer({
    description:
      'number of brands, subcategories, attributes and families that would be added or changed',
  }),
  bad_rows: BadRows,
  ...Problems,
  job: Nullable(Id),
})
export type ImportReport = Static<typeof ImportReport>

export const importProducts = staffEndpoint('POST /api/admin/products/imports', {
  summary:
    'Import products from CSV, or a catalog from a ZIP (multipart field `file`): `check` validates ' +
    'without importing, `apply` starts a job. `apply` rejects a file with bad rows (a 422 with its ' +
    '`problems`) unless `skipBad` is set, a file already applied within the last day and not undone (a 409), ' +
    'and any file while another import is running (a 409)',
  stepUp: true,
  errors: ['conflict'],
  query: Type.Object({
    mode: Type.Enum(['check', 'apply']),
    skipBad: Type.Optional(Type.Boolean()),
    ownIds: Type.Optional(
      Type.Boolean({
        description: "whether to accept ids even if the product's SKU, category or name differs",
      }),
    ),
    mapping: Type.Optional(
      Type.String({
        maxLength: 12_000,
        description:
          "JSON: the shop's columns for the file's columns (`columns`, keyed by position), and the shop's categories for " +
          'rows whose category does not exist in the shop (`category`, `categories`)',
      }),
    ),
  }),
  reads: upload(
    'file',
    `CSV in UTF-8, UTF-16 or Windows-1256 with the columns of the export or of another shop system, at most ${IMPORT_BYTES_MAX / 1024 ** 2} MB; or a ` +
      `ZIP of CSV files and a folder of pictures, at most ${IMPORT_ZIP_BYTES_MAX / 1024 ** 2} MB`,
  ),
  replies: {
    200: ImportReport,
    422: Type.Object(
      {
        ...ErrorReply.properties,
        ...Type.Partial(
          Type.Object({
            bad_rows: BadRows,
            ...Problems,
            source: ImportSource,
            columns: Type.Array(ImportColumn),
          }),
        ).properties,
      },
      { additionalProperties: true },
    ),
  },
})

export const KeptRow = Type.Object({
  row: Type.Integer({ minimum: 1 }),
  id: Id,
  name: Type.String(),
  reason: Type.Enum(['changed', 'ordered', 'hidden'], {
    description:
      '`changed`: the product was changed since the import or can no longer be restored; `ordered`: its imported units ' +
      'have been ordered; `hidden`: an order contains the new product, so it was hidden instead of deleted',
  }),
})
export type KeptRow = Static<typeof KeptRow>

export const ImportUndo = Type.Object({
  state: Type.Enum(['running', 'done', 'stopped']),
  undone: Type.Integer({
    description:
      'number of products that were restored or, if the import created them, deleted or hidden',
  }),
  kept: Type.Integer(),
  kept_rows: Type.Array(KeptRow, {
    description: `the first ${IMPORT_PROBLEMS_MAX} rows that were not fully undone`,
  }),
})
export type ImportUndo = Static<typeof ImportUndo>

export const ImportJob = Type.Object(
  {
    id: Id,
    state: Type.Enum(['running', 'done', 'stopped'], {
      description:
        '`stopped`: the server stopped or failed during the import, pictures could not be stored, or a brand, subcategory, attribute or family was rejected; the rows counted in `done` remain imported',
    }),
    total: Type.Integer(),
    done: Type.Integer(),
    created: Type.Integer(),
    updated: Type.Integer(),
    bad_rows: BadRows,
    ...Problems,
    started_at: Timestamp,
    updated_at: Timestamp,
    can_undo: Type.Boolean({
      description: 'whether the import can still be undone, which is possible for a day',
    }),
    undo: Nullable(ImportUndo),
  },
  { title: 'ImportJob' },
)
export type ImportJob = Static<typeof ImportJob>

export const getImport = staffEndpoint('GET /api/admin/products/imports/{id}', {
  summary: 'Progress of an import job',
  replies: { 200: Type.Object({ data: ImportJob }) },
})

export const latestImport = staffEndpoint('GET /api/admin/products/imports', {
  summary: 'The latest import of the last day; null if there is none',
  replies: { 200: Type.Object({ id: Nullable(Id) }) },
})

export const undoImport = staffEndpoint('POST /api/admin/products/imports/{id}/undo', {
  summary:
    'Undo an import within a day: changed products are restored and new products deleted (or hidden, if ordered), ' +
    'except products changed since then. Brands, subcategories, attributes and families are kept',
  stepUp: true,
  errors: ['conflict'],
  replies: { 200: Type.Object({ data: ImportJob }) },
})
