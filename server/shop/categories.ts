/** The names and cards of the shop's categories, which staff edit; the set of categories is fixed. */
import { sql } from 'kysely'
import type { AdminCategory, CategoryEdit, CategoryForm } from '#contract/admin.ts'
import type { Category, Locale } from '#contract/locale.ts'
import { wireWidePictureUrl } from '#contract/pictures.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { recordEdit, versioned } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { orNotFound } from '../platform/http/shop-error.ts'
import type { KeptPictures } from '../platform/media/kept-pictures.ts'
import { translate } from '../platform/words/translate.ts'

export type Categories = ReturnType<typeof createCategories>

interface Parts {
  pictures: Pick<KeptPictures, 'retire'>
  /** Invalidates cached responses that show categories; runs after the commit. */
  announce(): Promise<void>
}

export function createCategories(db: Database, { pictures, announce }: Parts) {
  return {
    all: async (): Promise<AdminCategory[]> => (await find(db.run)).map(present),

    /** @throws ShopError `not_found`, `edited_meanwhile`. */
    async edit(
      caller: Caller,
      category: Category,
      { version, ...after }: CategoryEdit,
    ): Promise<AdminCategory> {
      const edited = await inTransaction(db, async (tx) => {
        await sql`select from category where name = ${category} for no key update`.execute(tx)
        const before = await findOne(tx, category)
        const entry = { actorId: caller.id, action: 'edit', entity: 'category' } as const
        const edit = { ...entry, entityId: before.id, before: before.form, after, version }
        await recordEdit(tx, edit, async () => {
          await write(tx, category, after)
          const { picture_key: former } = before.form
          if (former !== null && former !== after.picture_key) await pictures.retire(tx, [former])
        })
        return present(await findOne(tx, category))
      })
      await announce()
      return edited
    },

    /** The renamed categories, in the format of the page's settings. */
    async renamed(): Promise<ShopConfig['categories']> {
      const rows = await find(db.run)
      return rows.flatMap(({ category, form: { name, name_ar } }) => {
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
  form: CategoryForm
}

const OWN_PICTURE = sql<string>`'category-' || lower(name)`

async function find(db: Handle): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'form'> & CategoryForm>`
    select id, name as category, title as name, title_ar as name_ar, tagline, tagline_ar,
      nullif(picture_key, ${OWN_PICTURE}) as picture_key
    from category order by position`.execute(db)
  return rows.map(({ id, category, ...form }) => ({ id, category, form }))
}

async function findOne(db: Handle, category: Category): Promise<Row> {
  return orNotFound((await find(db)).find((one) => one.category === category))
}

function present({ category, form }: Row): AdminCategory {
  const defaults = defaultsOf(category)
  const { picture_key: key } = form
  const picture = key === null ? defaults.default_picture : wireWidePictureUrl(key)
  return { category, ...defaults, picture, ...versioned(form) }
}

function defaultsOf(category: Category) {
  const say = (locale: Locale) => translate(locale, `category.${category}`)
  return {
    default_name: say('en'),
    default_name_ar: say('ar'),
    default_picture: wireWidePictureUrl(`category-${category.toLowerCase()}`),
  }
}

async function write(tx: Handle, category: Category, form: CategoryForm): Promise<void> {
  const { name: title, name_ar: title_ar, tagline, tagline_ar, picture_key } = form
  await tx
    .updateTable('category')
    .set({ title, title_ar, tagline, tagline_ar, picture_key: picture_key ?? OWN_PICTURE })
    .where('name', '=', category)
    .execute()
}
