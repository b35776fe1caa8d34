/** The legal pages that staff write, or unpublish by leaving them empty. */
import { sql } from 'kysely'
import type { LegalEdit } from '#contract/admin.ts'
import { LEGAL_PAGES, type LegalPage } from '#contract/legal.ts'
import type { LegalText } from '#contract/shop.ts'
import { recordSettings, versionOf } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { orNotFound } from '../platform/http/shop-error.ts'

export type LegalPages = ReturnType<typeof createLegalPages>

/** @param announce invalidates cached responses that contain the pages; runs after the commit. */
export function createLegalPages(db: Database, announce: () => Promise<void>) {
  return {
    /** All pages, including unwritten ones. */
    async all() {
      const written = new Map((await find(db.run)).map((one) => [one.page, one]))
      return LEGAL_PAGES.map((page) => withVersion(written.get(page) ?? unwritten(page)))
    },

    async published(): Promise<LegalPage[]> {
      const rows = await db.run.selectFrom('legal_page').select('page').execute()
      const written = new Set(rows.map(({ page }) => page))
      return LEGAL_PAGES.filter((page) => written.has(page))
    },

    /** @throws ShopError `not_found` if the page has no text. */
    async one(page: LegalPage) {
      const found = orNotFound((await find(db.run, page))[0])
      const { page: _, ...shown } = found
      return shown
    },

    /** @throws ShopError `edited_meanwhile` */
    async replace(caller: Caller, page: LegalPage, wanted: LegalEdit) {
      const text = wanted.text.trim()
      const text_ar = wanted.text_ar.trim()
      const data = await inTransaction(db, async (tx) => {
        // One writer at a time, even for a page that has no row yet.
        await sql`lock table legal_page in share row exclusive mode`.execute(tx)
        const [before = unwritten(page)] = await find(tx, page)
        const edit = {
          entity: 'shop',
          version: wanted.version,
          before: fieldsOf(before),
          after: fieldsOf({ page, text, text_ar }),
        } as const
        await recordSettings(tx, caller, edit, () => write(tx, page, { text, text_ar }))
        const [after = unwritten(page)] = await find(tx, page)
        return withVersion(after)
      })
      await announce()
      return data
    },
  }
}

interface Written extends LegalText {
  page: LegalPage
}

function fieldsOf({ page, text, text_ar }: Written) {
  return { [page]: text, [`${page}_ar`]: text_ar }
}

function withVersion<Of extends Written>(written: Of): Of & { version: string } {
  return { ...written, version: versionOf(fieldsOf(written)) }
}

function unwritten(page: LegalPage) {
  return { page, text: '', text_ar: '', updated_at: null }
}

async function find(db: Handle, page?: LegalPage) {
  const rows = await db
    .selectFrom('legal_page')
    .select(['page', 'text', 'text_ar', 'updated_at'])
    .$if(page !== undefined, (query) => query.where('page', '=', page as LegalPage))
    .execute()
  return rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }))
}

async function write(tx: Handle, page: LegalPage, texts: LegalText): Promise<void> {
  if (texts.text === '' && texts.text_ar === '') {
    await tx.deleteFrom('legal_page').where('page', '=', page).execute()
    return
  }
  await tx
    .insertInto('legal_page')
    .values({ page, ...texts })
    .onConflict((conflict) =>
      conflict.column('page').doUpdateSet(({ fn }) => ({ ...texts, updated_at: fn<Date>('now') })),
    )
    .execute()
}
