/** The storefront's content that staff can edit: the carousel's slides and the partners strip. */
import type {
  AdminPartner,
  AdminSlide,
  PartnerForm,
  SlideForm,
  Unversioned,
} from '#contract/admin.ts'
import { STOREFRONT_ROWS_MAX } from '#contract/limits.ts'
import { pictureKey, wireWidePictureUrl } from '#contract/pictures.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { invalid } from '../platform/http/shop-error.ts'
import type { KeptPictures } from '../platform/media/kept-pictures.ts'
import { inBothLanguages } from '../platform/words/both-languages.ts'
import {
  createSortedRows,
  insertRow,
  nextPosition,
  type SortedTable,
  updateRow,
} from '../sorted-lists/sorted-rows.ts'
import * as store from './manage-storefront.store.ts'
import { isScreen } from './screens.ts'

/** The aspect ratio (width / height) of the canvas on which wide pictures are stored. */
const WIDE_RATIO = 1.5

export interface StorefrontParts {
  pictures: KeptPictures
  /** Invalidates cached responses that contain storefront content; runs after the commit. */
  announce(): Promise<void>
}

export type ManageStorefront = ReturnType<typeof createManageStorefront>

export function createManageStorefront(db: Database, { pictures, announce }: StorefrontParts) {
  const parts = { db, pictures, announce }
  return {
    /**
     * Stores a picture for a slide, a partner, a brand or a category.
     * @throws ShopError `invalid` if the file is not an accepted picture, `unavailable` if it cannot be stored now.
     */
    async uploadPicture(bytes: Buffer): Promise<{ key: string; url: string; ratio: number }> {
      const key = await pictures.save(bytes, 'wide')
      return { key, url: wireWidePictureUrl(key), ratio: WIDE_RATIO }
    },

    slides: storefrontList<Unversioned<AdminSlide>, SlideForm>(parts, {
      table: 'slide',
      read: (form) => withKnownPage(inBothLanguages(form, 'title', 'cta')),
      findAll: store.findSlides,
      columnsOf: ({ alt: picture_alt, alt_ar: picture_alt_ar, ...form }) => {
        return { ...form, picture_alt, picture_alt_ar }
      },
      pictureOf: ({ picture_key }) => picture_key,
    }),

    partners: storefrontList<Unversioned<AdminPartner>, PartnerForm>(parts, {
      table: 'partner',
      read: (form) => withKnownPage(inBothLanguages(form, 'name')),
      findAll: store.findPartners,
      columnsOf: (form) => form,
      pictureOf: ({ logo }) => pictureKey(logo),
    }),
  }
}

/**
 * Entries that are off are not checked, so that one saved earlier with a wrong link can be turned off.
 * @throws ShopError `invalid` if the link is a path that has no screen.
 */
function withKnownPage<Form extends Pick<PartnerForm, 'link' | 'is_active'>>(form: Form): Form {
  const { link, is_active } = form
  if (is_active && link?.startsWith('/')) {
    const path = new URL(link, 'https://shop').pathname.replace(/(?<=.)\/$/, '')
    if (!isScreen(path)) throw invalid({ link: ['error.noSuchPage'] })
  }
  return form
}

interface ListStore<Row, Form> extends Pick<SortedTable<Row, Form>, 'table' | 'read' | 'findAll'> {
  columnsOf(form: Form): Record<string, unknown>
  /** The picture key of a row or form; null unless it is an uploaded picture. */
  pictureOf(thing: Row | Form): string | null
}

/** The operations on slides and on partners, which are short, ordered lists with pictures. */
function storefrontList<
  Row extends { id: number; position: number },
  Form extends Record<string, unknown>,
>(
  { db, pictures, announce }: StorefrontParts & { db: Database },
  { columnsOf, pictureOf, ...list }: ListStore<Row, Form>,
) {
  const retire = (tx: Tx, key: string | null) => pictures.retire(tx, key === null ? [] : [key])

  return createSortedRows<Row, Form>(db, {
    ...list,
    max: STOREFRONT_ROWS_MAX,
    fieldsOf: ({ position: _, ...row }) => row,
    announce,
    insert: (tx, form) =>
      insertRow(tx, list.table, { ...columnsOf(form), position: nextPosition(list.table) }),
    async update(tx, before, form) {
      await updateRow(tx, list.table, before.id, columnsOf(form))
      if (pictureOf(form) !== pictureOf(before)) await retire(tx, pictureOf(before))
      return []
    },
    beforeRemove: (tx, row) => retire(tx, pictureOf(row)),
  })
}
