/** Applies an upload's definitions with the same functions that the staff screens use. */
import type { BrandForm, CatalogTable } from '#contract/admin.ts'
import { pictureKey } from '#contract/pictures.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import type { Attributes } from '../attributes/attributes.ts'
import type { Families } from '../families/families.ts'
import type { Groups } from '../groups/groups.ts'
import { reasonOf } from './apply-rows.ts'
import type { ImportedPictures } from './import-pictures.ts'
import type { Found } from './import-problems.ts'
import { findNames, folded, keyIn } from './names.ts'
import type { Defined, Definitions } from './read-definitions.ts'

export interface DefinitionParts {
  groups: Groups
  attributes: Attributes
  families: Families
}

interface ApplyParts extends DefinitionParts {
  pictures: ImportedPictures
  noteStep(): Promise<void>
}

/**
 * Safe to repeat after an interruption: definitions that the shop already has are updated, except for families, which
 * `readDefinitions` leaves out.
 * @returns the first rejected definition, such as one beyond the maximum, after which no others are applied; null if
 * all were applied.
 */
export async function applyDefinitions(
  db: Handle,
  caller: Caller,
  definitions: Definitions,
  { groups, attributes, families, pictures, noteStep }: ApplyParts,
): Promise<Found | null> {
  async function each<Form>(
    file: CatalogTable,
    rows: readonly Defined<Form>[],
    apply: (form: Form) => Promise<unknown>,
  ): Promise<Found | null> {
    for (const { row, form } of rows) {
      try {
        await apply(form)
      } catch (error) {
        if (!(error instanceof ShopError)) throw error
        return { file, row, field: 'name', ...reasonOf(error) }
      }
      await noteStep()
    }
    return null
  }

  const before = await findNames(db, [])
  const refused =
    (await each('brands.csv', definitions.brands, async (brand) => {
      const form = await withLogo(brand, pictures)
      const known = before.brands.get(folded(brand.name))
      return known ? groups.brands.edit(caller, known.id, form) : groups.brands.create(caller, form)
    })) ??
    (await each('sub_categories.csv', definitions.subCategories, (form) => {
      const known = before.subCategories.get(keyIn(form.category, form.name))
      return known
        ? groups.subCategories.edit(caller, known.id, form)
        : groups.subCategories.create(caller, form)
    })) ??
    (await each('attributes.csv', definitions.attributes, (form) => {
      const known = before.attributes.get(keyIn(form.category, form.name))
      return known ? attributes.edit(caller, known.id, form) : attributes.create(caller, form)
    }))
  if (refused) return refused
  const now = await findNames(db, [])
  return each('families.csv', definitions.families, ({ nth: _nth, axes, ...form }) => {
    const ids = axes.flatMap((axis) => now.attributes.get(keyIn(form.category, axis))?.id ?? [])
    return families.create(caller, { ...form, axes: ids, products: [] })
  })
}

/** Stores the brand's logo if the upload contains it. @returns the form, with the logo's URL if it was stored. */
async function withLogo(brand: BrandForm, pictures: ImportedPictures): Promise<BrandForm> {
  const key = brand.logo && pictureKey(brand.logo)
  if (!brand.logo || !key || !pictures.has(key)) return brand
  return { ...brand, logo: brand.logo.replace(key, await pictures.save(key, 'wide')) }
}
