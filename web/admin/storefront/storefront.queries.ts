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

/** All slides of the carousel, including those switched off. */
export const slidesQuery = queryOptions({
  queryKey: ['admin', 'slides'],
  queryFn: async ({ signal }) =>
    (await request<typeof listSlides>('GET /api/admin/slides', { signal })).slides,
})

/** All partners of the strip, including those switched off. */
export const partnersQuery = queryOptions({
  queryKey: ['admin', 'partners'],
  queryFn: async ({ signal }) =>
    (await request<typeof listPartners>('GET /api/admin/partners', { signal })).partners,
})

/** Uploads a wide picture for a slide or a partner. */
export function uploadPicture(file: File, onProgress: (part: number) => void) {
  const parts = { field: 'image', file, onProgress }
  return uploadFile<typeof uploadStorefrontPicture>('POST /api/admin/pictures', parts)
}

/** Appends a slide, or changes the one with the id. */
export async function saveSlide(id: number | null, body: SlideForm): Promise<void> {
  if (id === null) await request<typeof createSlide>('POST /api/admin/slides', { body })
  else {
    const params = { id: String(id) }
    await request<typeof editSlide>('PUT /api/admin/slides/{id}', { params, body })
  }
  await reload(slidesQuery)
}

/** Appends a partner, or changes the one with the id. */
export async function savePartner(id: number | null, body: PartnerForm): Promise<void> {
  if (id === null) await request<typeof createPartner>('POST /api/admin/partners', { body })
  else {
    const params = { id: String(id) }
    await request<typeof editPartner>('PUT /api/admin/partners/{id}', { params, body })
  }
  await reload(partnersQuery)
}

/** Reorders the slides. */
export async function sortSlides(ids: number[]): Promise<void> {
  await request<typeof orderSlides>('PUT /api/admin/slides', { body: { ids } })
  await reload(slidesQuery)
}

/** Reorders the partners. */
export async function sortPartners(ids: number[]): Promise<void> {
  await request<typeof orderPartners>('PUT /api/admin/partners', { body: { ids } })
  await reload(partnersQuery)
}

export async function removeSlide(id: number): Promise<void> {
  const params = { id: String(id) }
  await request<typeof deleteSlide>('DELETE /api/admin/slides/{id}', { params })
  await reload(slidesQuery)
}

export async function removePartner(id: number): Promise<void> {
  const params = { id: String(id) }
  await request<typeof deletePartner>('DELETE /api/admin/partners/{id}', { params })
  await reload(partnersQuery)
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

async function reload({ queryKey }: { queryKey: readonly unknown[] }): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey }),
    queryClient.invalidateQueries({ queryKey: ['shop-window'] }),
  ])
}
