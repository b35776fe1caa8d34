import type {
  AdminPartner,
  AdminSlide,
  PartnerForm,
  SlideForm,
} from '#contract/admin/storefront.ts'
import { request } from '#web/api/request.ts'
import { editableList } from '../parts/editable-list.ts'

const STOREFRONT = ['storefront']

/** All slides of the carousel, including those switched off. */
export const slides = editableList<AdminSlide, SlideForm>({
  key: ['admin', 'slides'],
  shown: STOREFRONT,
  load: async (signal) => (await request('GET /api/admin/slides', { signal })).slides,
  create: (sent) => request('POST /api/admin/slides', sent),
  edit: (sent) => request('PUT /api/admin/slides/{id}', sent),
  order: (sent) => request('PUT /api/admin/slides', sent),
  remove: (sent) => request('DELETE /api/admin/slides/{id}', sent),
  formOf: ({ id: _id, picture: _picture, position: _position, ...form }) => form,
})

/** All partners of the strip, including those switched off. */
export const partners = editableList<AdminPartner, PartnerForm>({
  key: ['admin', 'partners'],
  shown: STOREFRONT,
  load: async (signal) => (await request('GET /api/admin/partners', { signal })).partners,
  create: (sent) => request('POST /api/admin/partners', sent),
  edit: (sent) => request('PUT /api/admin/partners/{id}', sent),
  order: (sent) => request('PUT /api/admin/partners', sent),
  remove: (sent) => request('DELETE /api/admin/partners/{id}', sent),
  formOf: ({ id: _id, position: _position, ...form }) => form,
})
