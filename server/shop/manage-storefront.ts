/** What staff do with the storefront content: the carousel's slides and the partners strip. */
import type { AdminPartner, AdminSlide, Audited, PartnerForm, SlideForm } from '#contract/admin.ts'
import { STOREFRONT_ROWS_MAX } from '#contract/limits.ts'
import { pictureKey, wireWidePictureUrl } from '#contract/pictures.ts'
import { recordChange, recordEdit } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, notFound, ShopError } from '../platform/http/shop-error.ts'
import type { PictureStore } from '../platform/media/picture-store.ts'
import type { StorefrontTable } from './manage-storefront.store.ts'
import * as store from './manage-storefront.store.ts'

/** Width over height of the canvas on which wide pictures are stored. */
const WIDE_RATIO = 1.5

export interface StorefrontParts {
  pictures: PictureStore
  /** Call after the commit: invalidates cached responses that contain the storefront. */
  announce(): Promise<void>
}

export type ManageStorefront = ReturnType<typeof createManageStorefront>

export function createManageStorefront(db: Database, { pictures, announce }: StorefrontParts) {
  const parts = { db, pictures, announce }
  return {
    /** Stores a picture for a slide or a partner. @throws ShopError `invalid` for no picture. */
    async uploadPicture(bytes: Buffer): Promise<{ key: string; url: string; ratio: number }> {
      const key = await pictures.save(bytes, 'wide')
      return { key, url: wireWidePictureUrl(key), ratio: WIDE_RATIO }
    },

    slides: storefrontList<AdminSlide, SlideForm>(parts, {
      table: 'slide',
      findAll: store.findSlides,
      insert: store.insertSlide,
      update: store.updateSlide,
      pictureOf: ({ picture_key }) => picture_key,
    }),

    partners: storefrontList<AdminPartner, PartnerForm>(parts, {
      table: 'partner',
      findAll: store.findPartners,
      insert: store.insertPartner,
      update: store.updatePartner,
      pictureOf: ({ logo }) => pictureKey(logo),
    }),
  }
}

interface ListStore<Row, Form> {
  table: StorefrontTable & Audited
  findAll(db: Handle): Promise<Row[]>
  insert(tx: Handle, form: Form): Promise<number>
  update(tx: Handle, id: number, form: Form): Promise<void>
  /** Key of the picture that a row or a form names; null when it is not an uploaded picture. */
  pictureOf(thing: Row | Form): string | null
}

/** The same operations for slides and partners: both are short, ordered lists. */
function storefrontList<
  Row extends { id: number; position: number },
  Form extends Record<string, unknown>,
>(
  { db, pictures, announce }: StorefrontParts & { db: Database },
  { table, findAll, insert, update, pictureOf }: ListStore<Row, Form>,
) {
  /** One writer at a time, so that no two rows get the same position. */
  async function write<T>(work: (tx: Tx, before: Row[]) => Promise<T>): Promise<T> {
    return inTransaction(db, async (tx) => {
      await store.lockList(tx, table)
      tx.afterCommit(announce)
      return work(tx, await findAll(tx))
    })
  }

  async function find(tx: Handle, id: number): Promise<Row> {
    return present(await findAll(tx), id)
  }

  /** Removes a picture that no other row shows; the demo's own pictures are not in the store. */
  function dropPicture(tx: Tx, key: string | null, rows: readonly Row[]): void {
    if (key === null || rows.filter((row) => pictureOf(row) === key).length > 1) return
    tx.afterCommit(() => void pictures.remove(key).catch(() => {}))
  }

  const entry = (caller: Caller, action: string, id: number | null) => ({
    actorId: caller.id,
    action,
    entity: table,
    entityId: id,
  })

  return {
    all: (): Promise<Row[]> => findAll(db.run),

    /** @throws ShopError `conflict` when the list is full. */
    create: (caller: Caller, form: Form): Promise<Row> =>
      write(async (tx, rows) => {
        if (rows.length >= STOREFRONT_ROWS_MAX) {
          throw new ShopError('conflict', {
            id: 'refusal.listFull',
            values: { max: STOREFRONT_ROWS_MAX },
          })
        }
        const id = await insert(tx, form)
        await recordChange(tx, { ...entry(caller, 'create', id), before: null, after: { ...form } })
        return find(tx, id)
      }),

    /** @throws ShopError `not_found`. */
    edit: (caller: Caller, id: number, form: Form): Promise<Row> =>
      write(async (tx, rows) => {
        const before = present(rows, id)
        const after = { ...before, ...form }
        await recordEdit(tx, { ...entry(caller, 'edit', id), before, after }, () =>
          update(tx, id, form),
        )
        if (pictureOf(form) !== pictureOf(before)) dropPicture(tx, pictureOf(before), rows)
        return find(tx, id)
      }),

    /** @throws ShopError `not_found`. */
    remove: (caller: Caller, id: number): Promise<void> =>
      write(async (tx, rows) => {
        const before = present(rows, id)
        await store.deleteRow(tx, table, id)
        dropPicture(tx, pictureOf(before), rows)
        await recordChange(tx, {
          ...entry(caller, 'delete', id),
          before: { ...before },
          after: null,
        })
      }),

    /** @param ids every id of the list, once. @throws ShopError `invalid` for any other ids. */
    order: (caller: Caller, ids: readonly number[]): Promise<Row[]> =>
      write(async (tx, rows) => {
        const before = rows.map(({ id }) => id)
        const isSame = before.length === ids.length && before.every((id) => ids.includes(id))
        if (!isSame) throw invalid({ ids: ['refusal.listIncomplete'] })
        await recordEdit(
          tx,
          { ...entry(caller, 'reorder', null), before: { ids: before }, after: { ids } },
          () => store.setPositions(tx, table, ids),
        )
        return findAll(tx)
      }),
  }
}

function present<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound()
  return row
}
