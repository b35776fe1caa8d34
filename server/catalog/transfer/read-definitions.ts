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
import { fieldErrors } from '../../platform/http/field-errors.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import { compileValidator } from '../../platform/http/validation.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'
import { translate } from '../../platform/words/translate.ts'
import { assertChoices, readAttribute } from '../attributes/read-attribute.ts'
import { readAttributeRow } from './attribute-row.ts'
import { readFamilyRow } from './family-row.ts'
import { addProblems, type Problems } from './import-problems.ts'
import type { NamedFamily } from './names.store.ts'
import { folded, keyIn, type Names } from './names.ts'
import type { Cell, Table, TableShape } from './read-table.ts'

/** The rows of an upload's tables that add or change something. */
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

/** How many there are. */
export function countOf({ brands, subCategories, attributes, families }: Definitions): number {
  return brands.length + subCategories.length + attributes.length + families.length
}

export const shapeOf = (table: CatalogTable): TableShape => ({
  required: CATALOG_TABLES[table],
  isKnown: (name) => (CATALOG_TABLES[table] as readonly string[]).includes(name),
})

const validator = (schema: object) =>
  compileValidator({
    schema,
    method: 'POST',
    url: '/api/admin/products/imports',
    httpPart: 'body',
  }) as (form: object) => { error?: Parameters<typeof fieldErrors>[0] }

const CHECKS = {
  'brands.csv': validator(BrandForm),
  'sub_categories.csv': validator(SubCategoryForm),
  'attributes.csv': validator(AttributeForm),
}

export interface ReadDefinitions {
  definitions: Definitions
  /** With what the tables add, under ids below 0. */
  names: Names
  problems: Problems
}

/**
 * Reads the tables, each after those that it refers to.
 * @param names what the shop has; it is changed.
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
      found = addProblems(
        found,
        Object.entries(errors).map(([field, [reason = 'error.invalid']]) => ({
          file: table,
          row,
          field,
          reason: translate(locale, reason),
        })),
      )
    }
  }

  const isGood = (form: object, table: keyof typeof CHECKS, errors: FieldSentences): boolean => {
    const { error } = CHECKS[table](form)
    if (error) Object.assign(errors, fieldErrors(error), errors)
    return Object.keys(errors).length === 0
  }

  /** @returns the id of what the shop gets, unless it has as many as it may. */
  const newIdIn = (list: ReadonlyMap<string, unknown>, max: number, errors: FieldSentences) => {
    if (list.size < max) return --newId
    errors.name = [{ id: 'error.listFull', values: { max } }]
    return null
  }

  const seen = new Set<string>()
  /** Notes a name. @returns whether it is the first of its table. */
  const isFirst = (key: string, errors: FieldSentences, field = 'name'): boolean => {
    if (seen.has(key)) errors[field] = ['error.nameRepeated']
    seen.add(key)
    return errors[field] === undefined
  }

  eachRow('brands.csv', (cell, errors, row) => {
    const form = { name: cell('name'), name_ar: cell('name_ar'), logo: cell('logo') || null }
    const key = folded(form.name)
    if (!isFirst(`brand\n${key}`, errors) || !isGood(form, 'brands.csv', errors)) return
    const known = names.brands.get(key)
    if (known && isSame(known, form)) return
    const id = known?.id ?? newIdIn(names.brands, BRANDS_MAX, errors)
    if (id === null) return
    definitions.brands.push({ row, form })
    names.brands.set(key, { ...form, id })
  })

  eachRow('sub_categories.csv', (cell, errors, row) => {
    const form = {
      category: cell('category') as Category,
      name: cell('name'),
      name_ar: cell('name_ar'),
    }
    const key = keyIn(form.category, form.name)
    if (!isFirst(`type\n${key}`, errors) || !isGood(form, 'sub_categories.csv', errors)) return
    const known = names.subCategories.get(key)
    if (known && isSame(known, form)) return
    const id = known?.id ?? newIdIn(names.subCategories, SUB_CATEGORIES_MAX, errors)
    if (id === null) return
    definitions.subCategories.push({ row, form })
    names.subCategories.set(key, { ...form, id })
  })

  eachRow('attributes.csv', (cell, errors, row) => {
    const key = keyIn(cell('category'), cell('name'))
    const known = names.attributes.get(key)
    const form = readAttributeRow(cell, errors, known)
    if (!isFirst(`attribute\n${key}`, errors) || !isGood(form, 'attributes.csv', errors)) return
    if (!goTogether(form, errors)) return
    if (known && isSameAttribute(known, form)) return
    const id = known?.id ?? newIdIn(names.attributes, ATTRIBUTES_MAX, errors)
    if (id === null) return
    definitions.attributes.push({ row, form })
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

/** Whether the parts of the form may stand together. */
function goTogether(form: AttributeForm, errors: FieldSentences): boolean {
  try {
    readAttribute(form)
    assertChoices(form)
    return true
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    Object.assign(errors, error.extras.errors)
    return false
  }
}

/** Whether a row of the shop says the same. */
function isSame(known: object, form: object): boolean {
  return Object.entries(form).every(
    ([name, value]) => JSON.stringify(known[name as never]) === JSON.stringify(value),
  )
}

function isSameAttribute(known: object, { choices, ...form }: AttributeForm): boolean {
  return isSame(known, form) && isSame(known, { choices })
}
