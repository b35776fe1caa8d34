/** Exports the catalog as tables and pictures, from which an empty shop can import the whole catalog. */
import { CATALOG_TABLES, type CatalogTable, PRODUCTS_TABLE } from '#contract/admin.ts'
import { pictureKey } from '#contract/pictures.ts'
import { csvHead, csvLine } from '../../platform/csv.ts'
import type { Handle } from '../../platform/db/database.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'
import { type ZipFile, zipped } from '../../platform/zip.ts'
import { findBrands, findSubCategories } from '../groups/groups.store.ts'
import { findForExport } from './export.store.ts'
import { writeList } from './list-cell.ts'
import * as store from './names.store.ts'
import { findKeyOfFamily, type KeyOfFamily } from './names.ts'
import { cellsOf, columnsOf, fileOf, yesOrNo } from './product-cells.ts'

export const PICTURES_FOLDER = 'pictures/'

/** All non-deleted products as CSV, one batch at a time. */
export async function* writeProducts(db: Handle): AsyncGenerator<string> {
  const keyOf = await findKeyOfFamily(db)
  const columns = columnsOf(await store.findAttributes(db))
  yield csvHead(columns)
  for await (const rows of batches(db)) {
    yield rows.map((row) => csvLine(cellsOf(row, columns, keyOf))).join('')
  }
}

/** The ZIP: tables in import order, then the pictures that they name. */
export function exportCatalog(db: Handle, pictures: KeptPictures): AsyncGenerator<Uint8Array> {
  return zipped(filesOf(db, pictures))
}

async function* filesOf(db: Handle, pictures: KeptPictures): AsyncGenerator<ZipFile> {
  const keyOf = await findKeyOfFamily(db)
  const tables: Record<CatalogTable, () => AsyncGenerator<string>> = {
    'brands.csv': () => writeBrands(db),
    'sub_categories.csv': () => writeSubCategories(db),
    'attributes.csv': () => writeAttributes(db),
    'families.csv': () => writeFamilies(db, keyOf),
  }
  for (const [name, write] of Object.entries(tables)) yield { name, content: write() }
  yield { name: PRODUCTS_TABLE, content: writeProducts(db) }
  const done = new Set<string>()
  for await (const key of keysIn(db)) {
    // Skips pictures that ship with the software, since every shop has them.
    if (done.has(key) || pictures.isShipped(key)) continue
    done.add(key)
    const bytes = await pictures.read(key)
    if (bytes) yield { name: `${PICTURES_FOLDER}${fileOf(key)}`, content: bytes, isPacked: true }
  }
}

async function* keysIn(db: Handle): AsyncGenerator<string> {
  for (const { logo } of await findBrands(db)) {
    const key = logo && pictureKey(logo)
    if (key) yield key
  }
  for await (const rows of batches(db)) {
    for (const { pictures } of rows) for (const { key } of pictures) yield key
  }
}

const batches = (db: Handle) => inBatches((...from) => findForExport(db, ...from))

async function* writeBrands(db: Handle): AsyncGenerator<string> {
  yield csvHead(CATALOG_TABLES['brands.csv'])
  for (const { name, name_ar, logo } of await findBrands(db)) {
    yield csvLine([name, name_ar, logo ?? ''])
  }
}

async function* writeSubCategories(db: Handle): AsyncGenerator<string> {
  yield csvHead(CATALOG_TABLES['sub_categories.csv'])
  for (const { category, name, name_ar } of await findSubCategories(db)) {
    yield csvLine([category, name, name_ar])
  }
}

async function* writeAttributes(db: Handle): AsyncGenerator<string> {
  yield csvHead(CATALOG_TABLES['attributes.csv'])
  for (const one of await store.findAttributes(db)) {
    const choices = one.choices.map(({ name, name_ar, swatch }) => [name, name_ar, swatch ?? ''])
    yield csvLine([
      one.category,
      one.name,
      one.name_ar,
      one.kind,
      one.unit,
      one.unit_ar,
      yesOrNo(one.is_filter),
      yesOrNo(one.is_compared),
      writeList(choices),
    ])
  }
}

async function* writeFamilies(db: Handle, keyOf: KeyOfFamily): AsyncGenerator<string> {
  yield csvHead(CATALOG_TABLES['families.csv'])
  for await (const rows of inBatches((...from) => store.findFamiliesAfter(db, ...from))) {
    for (const { category, name, name_ar, axes, ...family } of rows) {
      const key = keyOf({ id: family.id, name })
      yield csvLine([key, category, name, name_ar, writeList(axes.map((axis) => [axis]))])
    }
  }
}
