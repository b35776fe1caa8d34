import { sql } from 'kysely'
import { pictureKey } from '#contract/pictures.ts'
import type { Handle } from '../platform/db/database.ts'
import { findPartners, findSlides } from './manage-storefront.store.ts'

/** @returns those of the keys that the logo, a slide or a partner uses, even an inactive one. */
export async function picturesOfStorefront(db: Handle, keys: readonly string[]): Promise<string[]> {
  const slides = await findSlides(db)
  const partners = await findPartners(db)
  const { rows } = await sql<{ logo: string | null }>`select logo from shop_details`.execute(db)
  const shown = [
    ...rows.map(({ logo }) => logo && pictureKey(logo)),
    ...slides.map((one) => one.picture_key),
    ...partners.map((one) => pictureKey(one.logo)),
  ]
  return shown.filter((key) => key !== null && keys.includes(key)) as string[]
}
