/** What an upload contains: one table of products, or a ZIP of tables and pictures. */
import {
  CATALOG_TABLES,
  type CatalogTable,
  type ImportMapping,
  PRODUCTS_TABLE,
  type TextEncoding,
} from '#contract/admin.ts'
import { IMPORT_BYTES_MAX, IMPORT_ZIP_BYTES_MAX } from '#contract/limits.ts'
import { invalid, ShopError } from '../../platform/http/shop-error.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { isZip, unzipped, ZipUnreadable } from '../../platform/zip.ts'
import { fileNameOf } from './import-pictures.ts'
import { shapeOf } from './read-definitions.ts'
import { readTable, type Table, type TableShape } from './read-table.ts'
import { PRODUCTS_SHAPE } from './validate-import.ts'

export interface ImportFiles {
  products: Table
  /** The tables that define what products refer to, keyed by file name. */
  definitions: ReadonlyMap<string, Table>
  /** The pictures' bytes, keyed by file name without the folder. */
  pictures: ReadonlyMap<string, Buffer>
}

export const EMPTY_TABLE: Table = {
  columns: new Set<string>(),
  unknown: [],
  notes: [],
  rows: [],
  described: [],
  source: null,
  isForeign: false,
  separator: ',',
  encoding: 'UTF-8',
}
/** The maximum number of files in a ZIP: enough for the tables, and for pictures of 20,000 products. */
const FILES_MAX = 50_000

/** The encoding of the tables; if they differ, the first that is not UTF-8. */
export function encodingOf({ products, definitions }: ImportFiles): TextEncoding {
  const all = [products, ...definitions.values()].map(({ encoding }) => encoding)
  return all.find((one) => one !== 'UTF-8') ?? 'UTF-8'
}

/**
 * @param mapping the columns that staff chose; null to detect them by name.
 * @throws ShopError `invalid` as in `readTable`, and for a ZIP that is damaged, has no tables, or has two files with
 * the same name; `too_large`.
 */
export async function readImport(
  file: Buffer,
  mapping: ImportMapping | null,
): Promise<ImportFiles> {
  if (!isZip(file)) {
    if (file.length > IMPORT_BYTES_MAX) throw tooLarge(IMPORT_BYTES_MAX)
    return {
      products: await readTable(file, PRODUCTS_SHAPE, mapping),
      definitions: new Map(),
      pictures: new Map(),
    }
  }
  const files = await unzip(file)
  const definitions = new Map<string, Table>()
  for (const name of Object.keys(CATALOG_TABLES) as CatalogTable[]) {
    const bytes = files.get(name)
    if (bytes) definitions.set(name, await readNamed(name, bytes, shapeOf(name)))
  }
  const productsName = nameOfProducts(files)
  const products = files.get(productsName)
  if (!products && definitions.size === 0) {
    const names = [PRODUCTS_TABLE, ...Object.keys(CATALOG_TABLES)].join(', ')
    throw invalid({ file: [{ id: 'error.zipWithoutTables', values: { names } }] })
  }
  return {
    products: products
      ? await readNamed(productsName, products, PRODUCTS_SHAPE, mapping)
      : EMPTY_TABLE,
    definitions,
    pictures: new Map([...files].filter(([name]) => !/\.[ct]sv$/.test(name))),
  }
}

/** A ZIP's only table may have any name, since it may come from another shop. */
function nameOfProducts(files: ReadonlyMap<string, Buffer>): string {
  const tables = [...files.keys()].filter((name) => /\.[ct]sv$/.test(name))
  const [only] = tables.filter((name) => !(name in CATALOG_TABLES))
  return tables.length === 1 && only ? only : PRODUCTS_TABLE
}

/** Reads a table; errors name its file. */
async function readNamed(
  name: string,
  bytes: Buffer,
  shape: TableShape,
  mapping: ImportMapping | null = null,
): Promise<Table> {
  try {
    return await readTable(bytes, shape, mapping)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const reason = error.sentence
    const inner = typeof reason === 'string' ? { id: reason } : reason
    const sentence: Sentence = { id: 'error.inTable', values: { table: name, reason: inner } }
    throw new ShopError('invalid', sentence, { ...error.extras, errors: { file: [sentence] } })
  }
}

/** The files, keyed by the `fileNameOf` of their paths, without those that operating systems add to a ZIP. */
async function unzip(file: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const paths = new Map<string, string>()
  try {
    const limits = { files: FILES_MAX, bytes: IMPORT_ZIP_BYTES_MAX }
    for (const [path, bytes] of await unzipped(file, limits)) {
      const name = fileNameOf(path)
      if (name === '' || name.startsWith('.') || path.startsWith('__MACOSX/')) continue
      const one = paths.get(name)
      if (one !== undefined) {
        throw invalid({ file: [{ id: 'error.zipNameTwice', values: { one, other: path } }] })
      }
      paths.set(name, path)
      files.set(name, bytes)
    }
  } catch (error) {
    if (!(error instanceof ZipUnreadable)) throw error
    if (error.isTooLarge) throw tooLarge(IMPORT_ZIP_BYTES_MAX)
    throw invalid({ file: ['error.notZip'] })
  }
  return files
}

function tooLarge(bytes: number): ShopError {
  const values = { megabytes: bytes / 1024 ** 2 }
  return new ShopError('too_large', { id: 'error.fileTooLarge', values })
}
