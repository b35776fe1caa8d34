import { sql } from 'kysely'
import type { AdminPartner, AdminSlide, Unversioned } from '#contract/admin.ts'
import { pictureKey, wireWidePictureUrl } from '#contract/pictures.ts'
import type { Handle } from '../platform/db/database.ts'

const SLIDE_COLUMNS = sql`
  id, title, title_ar, subtitle, subtitle_ar, cta, cta_ar, link, picture_key,
  picture_alt as alt, picture_alt_ar as alt_ar, position, is_active`

const PARTNER_COLUMNS = sql`id, name, name_ar, logo, logo_ratio, link, position, is_active`

/** All slides, active or not, in display order. */
export async function findSlides(db: Handle): Promise<Unversioned<AdminSlide>[]> {
  const { rows } = await sql<Omit<AdminSlide, 'picture' | 'version'>>`
    select ${SLIDE_COLUMNS} from slide order by position, id`.execute(db)
  return rows.map((slide) => ({ ...slide, picture: wireWidePictureUrl(slide.picture_key) }))
}

/** All partners, active or not, in display order. */
export async function findPartners(db: Handle): Promise<Unversioned<AdminPartner>[]> {
  const { rows } = await sql<Unversioned<AdminPartner>>`
    select ${PARTNER_COLUMNS} from partner order by position, id`.execute(db)
  return rows
}

/** @returns the elements of `keys` used by the logo, a slide or a partner, including inactive slides and partners. */
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
