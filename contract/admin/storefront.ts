import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { STOREFRONT_ROWS_MAX } from '../limits.ts'
import { Id, IdParams, MessageReply, Nullable, PICTURE_FILE, upload } from '../schema.ts'
import { Partner, Slide } from '../shop.ts'
import { tag, Words } from './shared.ts'

/** A page of the shop or an https address; anything else could run script in the page. */
const Link = Type.String({
  maxLength: 500,
  pattern: '^(/([^/\\\\].*)?|https://.+)$',
  examples: ['/'],
})

const shown = {
  position: Type.Integer({ minimum: 0 }),
  is_active: Type.Boolean(),
}

export const AdminSlide = Type.Object(
  { ...Slide.properties, ...shown, picture_key: Type.String() },
  { title: 'AdminSlide' },
)
export type AdminSlide = Static<typeof AdminSlide>

export const AdminPartner = Type.Object(
  { ...Partner.properties, ...shown },
  { title: 'AdminPartner' },
)
export type AdminPartner = Static<typeof AdminPartner>

export const SlideForm = Type.Object({
  title: Words(120),
  title_ar: Words(120),
  subtitle: Type.String({ maxLength: 200 }),
  subtitle_ar: Type.String({ maxLength: 200 }),
  cta: Words(40),
  cta_ar: Words(40),
  link: Link,
  picture_key: Type.String({ pattern: '^[a-z0-9-]{1,80}$', description: 'of an uploaded picture' }),
  alt: Type.String({ maxLength: 200 }),
  alt_ar: Type.String({ maxLength: 200 }),
  is_active: Type.Boolean(),
})
export type SlideForm = Static<typeof SlideForm>

export const PartnerForm = Type.Object({
  name: Words(120),
  name_ar: Words(120),
  logo: Type.String({
    maxLength: 500,
    pattern: '^/media/[A-Za-z0-9/._-]+$',
    examples: ['/media/brands/orvane.svg'],
    description: 'the url of an uploaded picture, or the logo it has',
  }),
  logo_ratio: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 20 })),
  link: Nullable(Link),
  is_active: Type.Boolean(),
})
export type PartnerForm = Static<typeof PartnerForm>

/** All ids of the list, in their new order. */
const NewOrder = Type.Object({
  ids: Type.Array(Id, { minItems: 1, maxItems: STOREFRONT_ROWS_MAX }),
})

export const uploadStorefrontPicture = endpoint('POST /api/admin/pictures', {
  summary: 'Keep a wide picture (multipart field `image`) for a slide or a partner',
  tag,
  access: 'admin',
  reads: upload('image', PICTURE_FILE),
  replies: {
    201: Type.Object({ key: Type.String(), url: Type.String(), ratio: Type.Number() }),
  },
})

const Slides = { 200: Type.Object({ slides: Type.Array(AdminSlide) }) }
const Partners = { 200: Type.Object({ partners: Type.Array(AdminPartner) }) }

export const listSlides = endpoint('GET /api/admin/slides', {
  summary: 'All slides in their order, those switched off too',
  tag,
  access: 'admin',
  replies: Slides,
})

export const createSlide = endpoint('POST /api/admin/slides', {
  summary: 'Add a slide behind the others',
  tag,
  access: 'admin',
  body: SlideForm,
  replies: { 201: Type.Object({ data: AdminSlide }) },
})

export const editSlide = endpoint('PUT /api/admin/slides/{id}', {
  summary: 'Change a slide, switch it on or off',
  tag,
  access: 'admin',
  params: IdParams,
  body: SlideForm,
  replies: { 200: Type.Object({ data: AdminSlide }) },
})

export const orderSlides = endpoint('PUT /api/admin/slides', {
  summary: 'Put the slides into another order',
  tag,
  access: 'admin',
  body: NewOrder,
  replies: Slides,
})

export const deleteSlide = endpoint('DELETE /api/admin/slides/{id}', {
  summary: 'Remove a slide',
  tag,
  access: 'admin',
  params: IdParams,
  replies: { 200: MessageReply },
})

export const listPartners = endpoint('GET /api/admin/partners', {
  summary: 'All partners in their order, those switched off too',
  tag,
  access: 'admin',
  replies: Partners,
})

export const createPartner = endpoint('POST /api/admin/partners', {
  summary: 'Add a partner behind the others',
  tag,
  access: 'admin',
  body: PartnerForm,
  replies: { 201: Type.Object({ data: AdminPartner }) },
})

export const editPartner = endpoint('PUT /api/admin/partners/{id}', {
  summary: 'Change a partner, switch it on or off',
  tag,
  access: 'admin',
  params: IdParams,
  body: PartnerForm,
  replies: { 200: Type.Object({ data: AdminPartner }) },
})

export const orderPartners = endpoint('PUT /api/admin/partners', {
  summary: 'Put the partners into another order',
  tag,
  access: 'admin',
  body: NewOrder,
  replies: Partners,
})

export const deletePartner = endpoint('DELETE /api/admin/partners/{id}', {
  summary: 'Remove a partner',
  tag,
  access: 'admin',
  params: IdParams,
  replies: { 200: MessageReply },
})
