/** The tables that define what products refer to: brands, subcategories, attributes and families. */
import {
  AttributeForm,
  BrandForm,
  CATALOG_TABLES,
  type CatalogTable,
  SubCategoryForm,
} from '#contract/admin.ts'
import { ATTRIBUTES_MAX, BRANDS_MAX, SUB_CATEGORIES_MAX } from '#contract/limits.ts'
import type { Category, Locale } from '#contract/locale.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'
import { assertChoices, checkAttribute } from '../attributes/check-attribute.ts'
import { readAttributeRow } from './attribute-row.ts'
import { readFamilyRow } from './family-row.ts'
import { formCheck } from './form-check.ts'
import { addProblems, type Problems, problemsOf } from './import-problems.ts'
import type { NamedFamily } from './names.store.ts'
import { folded, keyIn, type Names, namesIn } from './names.ts'
import type { Cell, Table, TableShape } from './read-table.ts'
import { tidyCategory } from './tidy-row.ts'

/** The rows in an upload's tables that add or change something. */
export interface Definitions {
  brands: Defined<BrandForm>[]
  subCategories: Defined<SubCategoryForm>[]
  attributes: Defined<AttributeForm>[]
  families: Defined<Omit<NamedFamily, 'id'>>[]
}

export interface Defined<Form> {
  row: number
  form: Form
}

export function countOf({ brands, subCategories, attributes, families }: Definitions): number {
  return brands.length + subCategories.length + attributes.length + families.length
}

export const shapeOf = (table: CatalogTable): TableShape => ({
  required: CATALOG_TABLES[table].filter((name) => !name.endsWith('_ar')),
  isKnown: (name) => (CATALOG_TABLES[table] as readonly string[]).includes(name),
  tidy: tidyCategory,
})

const CHECKS = {
  'brands.csv': formCheck(BrandForm),
  'sub_categories.csv': formCheck(SubCategoryForm),
  'attributes.csv': formCheck(AttributeForm),
}

export interface ReadDefinitions {
  definitions: Definitions
  /** The shop's names, plus the names that the tables add, with negative ids. */
  names: Names
  problems: Problems
}

/**
 * Reads the tables, each after those it refers to.
 * @param names the shop's names, to which new ones are added.
 */
export function readDefinitions(
  tables: ReadonlyMap<string, Table>,
  { names, problems, locale }: { names: Names; problems: Problems; locale: Locale },
): ReadDefinitions {
  const definitions: Definitions = { brands: [], subCategories: [], attributes: [], families: [] }
  let found = problems
  let newId = 0

  function eachRow(
    table: CatalogTable,
    read: (cell: Cell, errors: FieldSentences, row: number) => void,
  ): void {
    for (const { row, cells } of tables.get(table)?.rows ?? []) {
      const errors: FieldSentences = Object.create(null)
      read((name) => cells.get(name) ?? '', errors, row)
      found = addProblems(found, problemsOf(errors, { file: table, row }), locale)
    }
  }

  const isGood = (form: object, table: keyof typeof CHECKS, errors: FieldSentences): boolean => {
    CHECKS[table](form, errors)
    return Object.keys(errors).length === 0
  }

  /**
   * Adds a definition that is new or different, up to the maximum.
   * @returns the id, which is negative for a new definition; null if nothing is added.
   */
  function define<Form extends object>(
    { key, row, form }: { key: string; row: number; form: Form },
    shop: ReadonlyMap<string, { id: number }>,
    { list, max, errors }: { list: Defined<Form>[]; max: number; errors: FieldSentences },
  ): number | null {
    const known = shop.get(key)
    if (known && isSame(known, form)) return null
    if (!known && shop.size >= max) {
      errors.name = [{ id: 'error.listFull', values: { max } }]
      return null
    }
    list.push({ row, form })
    return known?.id ?? --newId
  }

  const seen = new Set<string>()
  /** Records a key, and adds an error if an earlier row has it. @returns false if the field has an error. */
  const isFirst = (key: string, errors: FieldSentences, field = 'name'): boolean => {
    if (seen.has(key)) errors[field] = ['error.nameRepeated']
    seen.add(key)
    return errors[field] === undefined
  }

  eachRow('brands.csv', (cell, errors, row) => {
    const key = folded(cell('name'))
    const form = { ...namesIn(cell, names.brands.get(key)), logo: cell('logo') || null }
    if (!isFirst(`brand\n${key}`, errors) || !isGood(form, 'brands.csv', errors)) return
    const into = { list: definitions.brands, max: BRANDS_MAX, errors }
    const id = define({ key, row, form }, names.brands, into)
    if (id !== null) names.brands.set(key, { ...form, id })
  })

  eachRow('sub_categories.csv', (cell, errors, row) => {
    const category = cell('category') as Category
    const key = keyIn(category, cell('name'))
    const form = { category, ...namesIn(cell, names.subCategories.get(key)) }
    if (!isFirst(`type\n${key}`, errors) || !isGood(form, 'sub_categories.csv', errors)) return
    const into = { list: definitions.subCategories, max: SUB_CATEGORIES_MAX, errors }
    const id = define({ key, row, form }, names.subCategories, into)
    if (id !== null) names.subCategories.set(key, { ...form, id })
  })

  eachRow('attributes.csv', (cell, errors, row) => {
    const key = keyIn(cell('category'), cell('name'))
    const known = names.attributes.get(key)
    const form = readAttributeRow(cell, errors, known)
    if (!isFirst(`attribute\n${key}`, errors) || !isGood(form, 'attributes.csv', errors)) return
    if (!goTogether(form, errors)) return
    const into = { list: definitions.attributes, max: ATTRIBUTES_MAX, errors }
    const id = define({ key, row, form }, names.attributes, into)
    if (id === null) return
    const choices = form.choices.map((choice) => ({ ...choice, id: choice.id ?? --newId }))
    names.attributes.set(key, { ...form, choices, id })
  })

  eachRow('families.csv', (cell, errors, row) => {
    const family = readFamilyRow(cell, errors, names)
    const key = cell('key')
    if (!isFirst(`family\n${key}`, errors, 'key') || Object.keys(errors).length > 0) return
    const known = names.families.get(key)
    if (known) {
      if (!isSame(known, family)) errors.key = ['error.familyKnown']
      return
    }
    definitions.families.push({ row, form: family })
    names.families.set(key, { ...family, id: --newId })
  })

  return { definitions, names, problems: found }
}

/** Whether the form's fields are consistent; if not, adds the errors. */
function goTogether(form: AttributeForm, errors: FieldSentences): boolean {
  try {
    checkAttribute(form)
    assertChoices(form)
    return true
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    Object.assign(errors, error.extras.errors)
    return false
  }
}

function isSame(known: object, form: object): boolean {
  return Object.entries(form).every(
    ([name, value]) => JSON.stringify(known[name as never]) === JSON.stringify(value),
  )
}
