/** What the shop calls its categories, and what their cards say; which ones there are is fixed. */
import { sql } from 'kysely'
import type { AdminCategory, CategoryEdit, CategoryWords } from '#contract/admin.ts'
import type { Category, Locale } from '#contract/locale.ts'
import { wireWidePictureUrl } from '#contract/pictures.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { recordEdit, versioned } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound } from '../platform/http/shop-error.ts'
import { translate } from '../platform/words/translate.ts'

export type Categories = ReturnType<typeof createCategories>

/** @param announce invalidates cached answers that name categories; called after the commit. */
export function createCategories(db: Database, announce: () => Promise<void>) {
  return {
    all: async (): Promise<AdminCategory[]> => (await find(db.run)).map(present),

    /** @throws ShopError `not_found`, `edited_meanwhile`. */
    async edit(
      caller: Caller,
      category: Category,
      { version, ...wanted }: CategoryEdit,
    ): Promise<AdminCategory> {
      const edited = await inTransaction(db, async (tx) => {
        await sql`select from category where name = ${category} for no key update`.execute(tx)
        const before = await findOne(tx, category)
        const after = trimmed(wanted)
        const entry = { actorId: caller.id, action: 'edit', entity: 'category' } as const
        const edit = { ...entry, entityId: before.id, before: before.words, after, version }
        await recordEdit(tx, edit, () => write(tx, category, after))
        return present(await findOne(tx, category))
      })
      await announce()
      return edited
    },

    /** Those that the shop has named, as the page's settings have them. */
    async renamed(): Promise<ShopConfig['categories']> {
      const rows = await find(db.run)
      return rows.flatMap(({ category, words: { name, name_ar } }) => {
        if (name === '' && name_ar === '') return []
        const { default_name, default_name_ar } = defaultsOf(category)
        return [
          {
            category,
            name: name || default_name,
            name_ar: name_ar || name || default_name_ar,
          },
        ]
      })
    },
  }
}

interface Row {
  id: number
  category: Category
  picture_key: string | null
  words: CategoryWords
}

async function find(db: Handle): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'words'> & CategoryWords>`
    select id, name as category, title as name, title_ar as name_ar, tagline, tagline_ar, picture_key
    from category order by position`.execute(db)
  return rows.map(({ id, category, picture_key, ...words }) => ({
    ...{ id, category, picture_key, words },
  }))
}

async function findOne(db: Handle, category: Category): Promise<Row> {
  const row = (await find(db)).find((one) => one.category === category)
  if (!row) throw notFound()
  return row
}

function present({ category, picture_key, words }: Row): AdminCategory {
  const picture = picture_key && wireWidePictureUrl(picture_key)
  return { category, ...defaultsOf(category), picture, ...versioned(words) }
}

function defaultsOf(category: Category) {
  const say = (locale: Locale) => translate(locale, `category.${category}`)
  return { default_name: say('en'), default_name_ar: say('ar') }
}

function trimmed(words: CategoryWords): CategoryWords {
  const { name, name_ar, tagline, tagline_ar } = words
  return {
    ...{ name: name.trim(), name_ar: name_ar.trim() },
    ...{ tagline: tagline.trim(), tagline_ar: tagline_ar.trim() },
  }
}

async function write(tx: Handle, category: Category, words: CategoryWords): Promise<void> {
  const { name: title, name_ar: title_ar, tagline, tagline_ar } = words
  await tx
    .updateTable('category')
    .set({ title, title_ar, tagline, tagline_ar })
    .where('name', '=', category)
    .execute()
}
