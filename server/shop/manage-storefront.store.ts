/** SQL for managing the storefront content. */
import { sql } from 'kysely'
import type {
  AdminPartner,
  AdminSlide,
  PartnerForm,
  SlideForm,
  Unversioned,
} from '#contract/admin.ts'
import { wireWidePictureUrl } from '#contract/pictures.ts'
import type { Handle } from '../platform/db/database.ts'
import { nextPosition } from '../sorted-lists/sorted-rows.ts'

const SLIDE_COLUMNS = sql`
  id, title, title_ar, subtitle, subtitle_ar, cta, cta_ar, link, picture_key,
  picture_alt as alt, picture_alt_ar as alt_ar, position, is_active`

const PARTNER_COLUMNS = sql`id, name, name_ar, logo, logo_ratio, link, position, is_active`

/** In display order, including inactive ones. */
export async function findSlides(db: Handle): Promise<Unversioned<AdminSlide>[]> {
  const { rows } = await sql<Omit<AdminSlide, 'picture' | 'version'>>`
    select ${SLIDE_COLUMNS} from slide order by position, id`.execute(db)
  return rows.map((slide) => ({ ...slide, picture: wireWidePictureUrl(slide.picture_key) }))
}

/** In display order, including inactive ones. */
export async function findPartners(db: Handle): Promise<Unversioned<AdminPartner>[]> {
  const { rows } = await sql<Unversioned<AdminPartner>>`
    select ${PARTNER_COLUMNS} from partner order by position, id`.execute(db)
  return rows
}

/** @returns the id. */
export async function insertSlide(tx: Handle, form: SlideForm): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into slide (title, title_ar, subtitle, subtitle_ar, cta, cta_ar, link, picture_key,
      picture_alt, picture_alt_ar, is_active, position)
    values (${form.title}, ${form.title_ar}, ${form.subtitle}, ${form.subtitle_ar}, ${form.cta},
      ${form.cta_ar}, ${form.link}, ${form.picture_key}, ${form.alt}, ${form.alt_ar},
      ${form.is_active}, ${nextPosition('slide')})
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

export async function updateSlide(tx: Handle, id: number, form: SlideForm): Promise<void> {
  await sql`
    update slide set title = ${form.title}, title_ar = ${form.title_ar},
      subtitle = ${form.subtitle}, subtitle_ar = ${form.subtitle_ar}, cta = ${form.cta},
      cta_ar = ${form.cta_ar}, link = ${form.link}, picture_key = ${form.picture_key},
      picture_alt = ${form.alt}, picture_alt_ar = ${form.alt_ar}, is_active = ${form.is_active},
      updated_at = now()
    where id = ${id}`.execute(tx)
}

/** @returns the id. */
export async function insertPartner(tx: Handle, form: PartnerForm): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into partner (name, name_ar, logo, logo_ratio, link, is_active, position)
    values (${form.name}, ${form.name_ar}, ${form.logo}, ${form.logo_ratio ?? 3}, ${form.link},
      ${form.is_active}, ${nextPosition('partner')})
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

export async function updatePartner(tx: Handle, id: number, form: PartnerForm): Promise<void> {
  await sql`
    update partner set name = ${form.name}, name_ar = ${form.name_ar}, logo = ${form.logo},
      logo_ratio = coalesce(${form.logo_ratio ?? null}::double precision, logo_ratio),
      link = ${form.link}, is_active = ${form.is_active}, updated_at = now()
    where id = ${id}`.execute(tx)
}
