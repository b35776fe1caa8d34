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
  summary: 'All products that are not deleted, as CSV in UTF-8',
  replies: { 200: Type.String({ contentMediaType: 'text/csv' }) },
})

export const exportCatalog = staffEndpoint('GET /api/admin/catalog/export', {
  summary:
    'Everything that an empty shop needs to have the same catalog, as a ZIP: products, brands, ' +
    'subcategories, attributes and families as CSV, and their pictures',
  replies: { 200: Type.String({ contentMediaType: 'application/zip' }) },
})

export const TextEncoding = Type.Enum(['UTF-8', 'UTF-16', 'Windows-1256'])
export type TextEncoding = Static<typeof TextEncoding>

export const ImportSource = Type.Enum(['shopify', 'woocommerce', 'google'])
export type ImportSource = Static<typeof ImportSource>

export const ImportColumn = Type.Object({
  heading: Type.String(),
  sample: Type.String({ description: 'the first of its cells that is not empty' }),
  column: Nullable(Type.String({ description: 'of the shop; null for one that is left out' })),
})
export type ImportColumn = Static<typeof ImportColumn>

export const ImportMapping = Type.Object(
  {
    columns: Type.Optional(
      Type.Record(Type.String({ pattern: '^[0-9]{1,3}$' }), Type.String({ maxLength: 100 }), {
        description: 'the columns of the shop by their positions in the file; others are left out',
      }),
    ),
    category: Type.Optional(CategoryName),
    categories: Type.Optional(
      Type.Record(Type.String(), CategoryName, {
        description: 'of the words that the file has instead; `category` for all others',
      }),
    ),
  },
  { additionalProperties: false },
)
export type ImportMapping = Static<typeof ImportMapping>

export const ImportProblem = Type.Object({
  file: Type.Optional(Type.String({ description: 'of a ZIP; absent for the products' })),
  row: Type.Integer({ minimum: 1, description: 'as in a spreadsheet: the header is row 1' }),
  field: Type.String(),
  reason: Type.String(),
})
export type ImportProblem = Static<typeof ImportProblem>

/** The problems found in an import. */
const Problems = {
  problems: Type.Array(ImportProblem, {
    maxItems: IMPORT_PROBLEMS_MAX,
    description: `the first ${IMPORT_PROBLEMS_MAX}`,
  }),
  problem_count: Type.Integer({
    description: 'all problems, including those not listed in `problems`',
  }),
}

export const ImportChange = Type.Object({
  row: Type.Integer({ minimum: 1 }),
  id: Id,
  name: Type.String({ description: 'of the product, as it is now' }),
  before: Type.Unknown({
    description: 'the fields that would change, as the audit log names them',
  }),
  after: Type.Unknown(),
})
export type ImportChange = Static<typeof ImportChange>

export const ImportPreview = Type.Object({
  row: Type.Integer({ minimum: 1 }),
  cells: Type.Record(Type.String(), Type.String()),
})
export type ImportPreview = Static<typeof ImportPreview>

const BadRows = Type.Integer({ description: 'rows with at least one problem' })

export const ImportReport = Type.Object({
  rows: Type.Integer(),
  encoding: TextEncoding,
  source: Nullable(ImportSource),
  columns: Type.Array(ImportColumn),
  category_words: Type.Array(Type.String(), {
    maxItems: IMPORT_WORDS_MAX,
    description: 'the first categories of the file that the shop does not have',
  }),
  preview: Type.Array(ImportPreview, {
    maxItems: IMPORT_PREVIEW_MAX,
    description: 'the first new products, by the columns of the shop',
  }),
  applied_rows: Type.Integer({
    description:
      'rows that are in already, of a file whose import stopped: it goes on with the rest',
  }),
  applied_at: Nullable({
    ...Timestamp,
    description: 'when this file was applied, within the last day: it is not applied again',
  }),
  creates: Type.Integer(),
  updates: Type.Integer({ description: 'rows that change a known product' }),
  unchanged: Type.Integer({ description: 'rows that leave a known product as it is' }),
  changes: Type.Array(ImportChange, {
    maxItems: IMPORT_CHANGES_MAX,
    description: `the first ${IMPORT_CHANGES_MAX} rows that change a known product`,
  }),
  ids_in_doubt: Type.Integer({
    description:
      'rows whose SKU or category is not that of the product with their id, as in the file of ' +
      'another shop: they are problems unless `ownIds` is set',
  }),
  free_count: Type.Integer({
    description: 'products that the rows would give away: their price becomes 0',
  }),
  free: Type.Array(Type.Pick(ImportChange, ['row', 'name']), {
    maxItems: IMPORT_PREVIEW_MAX,
    description: `the first ${IMPORT_PREVIEW_MAX} of them`,
  }),
  definitions: Type.Integer({
    description: 'brands, subcategories, attributes and families that are new or change',
  }),
  bad_rows: BadRows,
  ...Problems,
  job: Nullable(Id),
})
export type ImportReport = Static<typeof ImportReport>

export const importProducts = staffEndpoint('POST /api/admin/products/imports', {
  summary:
    'Import products from CSV, or a catalog from a ZIP (multipart field `file`): `check` validates ' +
    'without importing, `apply` starts a job. A file with bad rows is refused (422 with its ' +
    '`problems`) unless `skipBad` is set; one that was applied within a day, or sent while another ' +
    'import runs, is a 409',
  stepUp: true,
  errors: ['conflict'],
  query: Type.Object({
    mode: Type.Enum(['check', 'apply']),
    skipBad: Type.Optional(Type.Boolean()),
    ownIds: Type.Optional(
      Type.Boolean({ description: 'the ids are those of this shop, whatever else the rows say' }),
    ),
    mapping: Type.Optional(
      Type.String({
        maxLength: 12_000,
        description:
          'JSON: what the columns of the file are (`columns`: the columns of the shop by position), ' +
          'and the categories of rows that have none of the shop (`category`, `categories`)',
      }),
    ),
  }),
  reads: upload(
    'file',
    `CSV in UTF-8, UTF-16 or Windows-1256 with the columns of the export, at most ${IMPORT_BYTES_MAX / 1024 ** 2} MB; or a ` +
      `ZIP with such files and a folder of pictures, at most ${IMPORT_ZIP_BYTES_MAX / 1024 ** 2} MB`,
  ),
  replies: {
    200: ImportReport,
    422: Type.Object(
      {
        ...ErrorReply.properties,
        ...Type.Partial(
          Type.Object({
            ...{ bad_rows: BadRows, ...Problems },
            ...{ source: ImportSource, columns: Type.Array(ImportColumn) },
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
      'changed since; or its units were ordered since; or, being new, hidden instead of deleted, ' +
      'since an order has it',
  }),
})
export type KeptRow = Static<typeof KeptRow>

export const ImportUndo = Type.Object({
  state: Type.Enum(['running', 'done', 'stopped']),
  undone: Type.Integer({ description: 'products that are as they were' }),
  kept: Type.Integer(),
  kept_rows: Type.Array(KeptRow, { description: `the first ${IMPORT_PROBLEMS_MAX}` }),
})
export type ImportUndo = Static<typeof ImportUndo>

export const ImportJob = Type.Object(
  {
    id: Id,
    state: Type.Enum(['running', 'done', 'stopped'], {
      description:
        '`stopped`: the server stopped during the import, or a definition was refused; the rows counted in `done` are kept',
    }),
    total: Type.Integer(),
    done: Type.Integer(),
    created: Type.Integer(),
    updated: Type.Integer(),
    bad_rows: BadRows,
    ...Problems,
    started_at: Timestamp,
    updated_at: Timestamp,
    can_undo: Type.Boolean({ description: 'within a day' }),
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
  summary: 'The newest import of the last day',
  replies: { 200: Type.Object({ id: Nullable(Id) }) },
})

export const undoImport = staffEndpoint('POST /api/admin/products/imports/{id}/undo', {
  summary:
    'Undo an import within a day: products go back to what they were unless they changed since, new ' +
    'ones are deleted. Brands, subcategories, attributes and families stay',
  stepUp: true,
  errors: ['conflict'],
  replies: { 200: Type.Object({ data: ImportJob }) },
})
