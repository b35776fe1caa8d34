import { CATEGORIES, type Category } from '#contract/locale.ts'
import { translate } from '../../platform/words/translate.ts'
import { looseKey, type Names } from './names.ts'
import { isMarkup, toText } from './plain-text.ts'
import type { TableRow } from './read-table.ts'

type Cells = TableRow['cells']

const BY_NAME: ReadonlyMap<string, Category> = new Map(
  CATEGORIES.flatMap((category) =>
    [category, translate('ar', `category.${category}`)].map((name) => [looseKey(name), category]),
  ),
)

/** Whether the string is a category's name in the shop's own spelling. */
export const isCategory = (text: string): text is Category =>
  (CATEGORIES as readonly string[]).includes(text)

/**
 * Replaces a category as people write it, such as "phones" or "إكسسوارات", with the shop's name for it. A path such as
 * "Accessories > Hubs" also sets the subcategory, unless the row has one.
 */
export function tidyCategory(cells: Cells, names: Names['categories'] = BY_NAME): void {
  const path = (cells.get('category') ?? '').split(/\s*[>›»]\s*/)
  const at = path.findIndex((name) => names.has(looseKey(name)))
  const category = names.get(looseKey(path[at] ?? ''))
  if (!category) return
  cells.set('category', category)
  const type = path.slice(at + 1).at(-1)
  if (type && !cells.has('sub_category')) cells.set('sub_category', type)
}

/** Like `tidyCategory`, but also removes markup from the cells that may contain it. */
export function tidyProduct(cells: Cells): void {
  for (const [column, cell] of cells) {
    if (!isMarkup(column)) continue
    const text = toText(cell)
    if (text === '') cells.delete(column)
    else cells.set(column, column.startsWith('description') ? text : text.replaceAll('\n', ' '))
  }
  tidyCategory(cells)
}
