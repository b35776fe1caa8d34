import { queryOptions } from '@tanstack/react-query'
import type {
  AdminPartner,
  AdminSlide,
  createPartner,
  createSlide,
  deletePartner,
  deleteSlide,
  editPartner,
  editSlide,
  listPartners,
  listSlides,
  orderPartners,
  orderSlides,
  PartnerForm,
  SlideForm,
  uploadStorefrontPicture,
} from '#contract/admin/storefront.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { uploadFile } from '../parts/upload.ts'

interface ListCalls<Form> {
  create(sent: { body: Form }): Promise<unknown>
  edit(sent: { params: { id: string }; body: Form }): Promise<unknown>
  order(sent: { body: { ids: number[] } }): Promise<unknown>
  remove(sent: { params: { id: string } }): Promise<unknown>
}

/**
 * A sorted list of staff: how it is read and changed. A change reloads it, and what the shop's pages
 * show of it.
 */
export function sortedList<Query extends { queryKey: readonly unknown[] }, Form>(
  query: Query,
  shown: readonly string[],
  { create, edit, order, remove }: ListCalls<Form>,
) {
  async function reload(): Promise<void> {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: query.queryKey }),
      queryClient.invalidateQueries({ queryKey: shown }),
    ])
  }
  return {
    query,

    /** Changes the one with the id; appends one without. */
    async save(id: number | null, body: Form): Promise<void> {
      if (id === null) await create({ body })
      else await edit({ params: { id: String(id) }, body })
      await reload()
    },

    /** @param ids all of the list, in their new order. */
    async sort(ids: number[]): Promise<void> {
      await order({ body: { ids } })
      await reload()
    },

    async remove(id: number): Promise<void> {
      await remove({ params: { id: String(id) } })
      await reload()
    },
  }
}

const STOREFRONT = ['storefront']

/** All slides of the carousel, including those switched off. */
const slidesQuery = queryOptions({
  queryKey: ['admin', 'slides'],
  queryFn: async ({ signal }) =>
    (await request<typeof listSlides>('GET /api/admin/slides', { signal })).slides,
})

/** All partners of the strip, including those switched off. */
const partnersQuery = queryOptions({
  queryKey: ['admin', 'partners'],
  queryFn: async ({ signal }) =>
    (await request<typeof listPartners>('GET /api/admin/partners', { signal })).partners,
})

export const slides = sortedList<typeof slidesQuery, SlideForm>(slidesQuery, STOREFRONT, {
  create: (sent) => request<typeof createSlide>('POST /api/admin/slides', sent),
  edit: (sent) => request<typeof editSlide>('PUT /api/admin/slides/{id}', sent),
  order: (sent) => request<typeof orderSlides>('PUT /api/admin/slides', sent),
  remove: (sent) => request<typeof deleteSlide>('DELETE /api/admin/slides/{id}', sent),
})

export const partners = sortedList<typeof partnersQuery, PartnerForm>(partnersQuery, STOREFRONT, {
  create: (sent) => request<typeof createPartner>('POST /api/admin/partners', sent),
  edit: (sent) => request<typeof editPartner>('PUT /api/admin/partners/{id}', sent),
  order: (sent) => request<typeof orderPartners>('PUT /api/admin/partners', sent),
  remove: (sent) => request<typeof deletePartner>('DELETE /api/admin/partners/{id}', sent),
})

/** Uploads a wide picture for a slide or a partner. */
export function uploadPicture(file: File, onProgress: (part: number) => void) {
  const parts = { field: 'image', file, onProgress }
  return uploadFile<typeof uploadStorefrontPicture>('POST /api/admin/pictures', parts)
}

/** Reduces a slide to the fields that the server accepts. */
export function slideForm(slide: AdminSlide): SlideForm {
  const { id: _id, picture: _picture, position: _position, ...form } = slide
  return form
}

/** Reduces a partner to the fields that the server accepts. */
export function partnerForm(partner: AdminPartner): PartnerForm {
  const { id: _id, position: _position, ...form } = partner
  return form
}
