import { CATALOG_TABLES, type CatalogTable, PRODUCT_COLUMNS } from '#contract/admin.ts'
import type { Locale } from '#contract/locale.ts'
import type { Handle } from '../../platform/db/database.ts'
import { editDistance } from '../../platform/edit-distance.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import type { ImportFiles } from './import-files.ts'
import type { ImportedPictures } from './import-pictures.ts'
import { addProblems, HEADING, NO_PROBLEMS, type Problems } from './import-problems.ts'
import { readList } from './list-cell.ts'
import { findNames } from './names.ts'
import { type Definitions, readDefinitions } from './read-definitions.ts'
import { type ValidationReport, validateRows } from './validate-import.ts'

export interface Upload {
  files: ImportFiles
  uploaded: ImportedPictures
  isShipped(key: string): boolean
  locale: Locale
  ownIds: boolean
}

export interface Catalog {
  definitions: Definitions
  report: ValidationReport
}

/** Validates an upload without storing anything. The report's problems include those with definitions. */
export async function readCatalog(db: Handle, upload: Upload): Promise<Catalog> {
  const { files, locale, uploaded, isShipped, ownIds } = upload
  const { definitions, names, problems } = readDefinitions(files.definitions, {
    names: await findNames(db, familiesIn(files)),
    problems: problemsOfColumns(files, locale),
    locale,
  })
  const report = await validateRows(db, files.products, {
    names,
    problems,
    locale,
    uploaded,
    isShipped,
    ownIds,
  })
  return { definitions, report }
}

/** Ignored columns, and other notes on columns, as problems. */
function problemsOfColumns({ products, definitions }: ImportFiles, locale: Locale): Problems {
  const ofProducts = products.unknown.map((field) => ({
    row: HEADING,
    field,
    sentence: unknownColumn(field, PRODUCT_COLUMNS),
  }))
  const ofTables = [...definitions].flatMap(([file, { unknown }]) =>
    unknown.map((field) => ({
      file,
      row: HEADING,
      field,
      sentence: unknownColumn(field, CATALOG_TABLES[file as CatalogTable]),
    })),
  )
  return addProblems(NO_PROBLEMS, [...ofProducts, ...products.notes, ...ofTables], locale)
}

/** The maximum number of typos in a column name for which to suggest the correct name. */
const TYPOS_MAX = 3

function unknownColumn(name: string, known: readonly string[]): Sentence {
  const [[meant = '', typos = 0] = []] = known
    .map((one) => [one, editDistance(name, one)] as const)
    .sort(([, a], [, b]) => a - b)
  return typos <= TYPOS_MAX && typos < meant.length / 2
    ? { id: 'error.misspelledColumn', values: { name, meant } }
    : { id: 'error.unknownColumn', values: { name } }
}

/** The keys of all families named in an upload. */
function familiesIn({ products, definitions }: ImportFiles): string[] {
  const cellsOf = (rows: ImportFiles['products']['rows'], name: string) =>
    rows.flatMap(({ cells }) => cells.get(name) ?? [])
  const inFits = cellsOf(products.rows, 'fits')
    .flatMap(readList)
    .filter(([what]) => what?.toLowerCase() === 'family')
    .map(([, key = '']) => key)
  const defined = cellsOf(definitions.get('families.csv')?.rows ?? [], 'key')
  return [...cellsOf(products.rows, 'family'), ...defined, ...inFits]
}
