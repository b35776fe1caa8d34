import { sql } from 'kysely'
import { wireWidePictureUrl } from '#contract/pictures.ts'
import type { Partner, Slide } from '#contract/shop.ts'
import type { Handle } from '../platform/db/database.ts'

export async function findStorefront(db: Handle) {
  const [slides, partners] = await Promise.all([findSlides(db), findPartners(db)])
  return { slides, partners }
}

/** The active slides of the carousel, in display order. */
export async function findSlides(db: Handle): Promise<Slide[]> {
  const { rows } = await sql<Omit<Slide, 'picture'> & { picture_key: string }>`
    select id, title, title_ar, subtitle, subtitle_ar, cta, cta_ar, link, picture_key,
      picture_alt as alt, picture_alt_ar as alt_ar
    from slide where is_active order by position, id`.execute(db)
  return rows.map(({ picture_key, ...slide }) => ({
    ...slide,
    picture: wireWidePictureUrl(picture_key),
  }))
}

/** The active partners of the strip, in display order. */
export async function findPartners(db: Handle): Promise<Partner[]> {
  const { rows } = await sql<Partner>`
    select id, name, name_ar, logo, logo_ratio, link
    from partner where is_active order by position, id`.execute(db)
  return rows
}
