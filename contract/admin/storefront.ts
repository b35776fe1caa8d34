import { type Static, Type } from 'typebox'
import { ALT_MAX, LINK_MAX, PARTNER_NAME_MAX, SLIDE_MAX } from '../limits.ts'
import { CODE, LINE, Nullable, PICTURE_FILE, upload } from '../schema.ts'
import { Partner, Slide } from '../shop.ts'
import { Arabic, Logo, namesOf, staffEndpoint, versioned, Words } from './shared.ts'
import { sortedListCalls } from './sorted-list.ts'

/** A path in the shop or an https URL; anything else could run a script in the page. */
const Link = Type.String({
  ...CODE,
  maxLength: LINK_MAX,
  pattern: '^(/([^/\\\\].*)?|https://.+)$',
  examples: ['/'],
})

const shown = {
  position: Type.Integer({ minimum: 0 }),
  ...versioned,
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
  title: Words(SLIDE_MAX.title),
  title_ar: Arabic(SLIDE_MAX.title),
  subtitle: Type.String({ ...LINE, maxLength: SLIDE_MAX.subtitle }),
  subtitle_ar: Type.String({ ...LINE, maxLength: SLIDE_MAX.subtitle }),
  cta: Words(SLIDE_MAX.cta),
  cta_ar: Arabic(SLIDE_MAX.cta),
  link: Link,
  picture_key: Type.String({
    pattern: '^[a-z0-9-]{1,80}$',
    description: "the picture's key, as returned by its upload",
  }),
  alt: Type.String({ ...LINE, maxLength: ALT_MAX }),
  alt_ar: Type.String({ ...LINE, maxLength: ALT_MAX }),
  is_active: Type.Boolean(),
})
export type SlideForm = Static<typeof SlideForm>

export const PartnerForm = Type.Object({
  ...namesOf(PARTNER_NAME_MAX),
  logo: Logo,
  logo_ratio: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 20 })),
  link: Nullable(Link),
  is_active: Type.Boolean(),
})
export type PartnerForm = Static<typeof PartnerForm>

export const uploadStorefrontPicture = staffEndpoint('POST /api/admin/pictures', {
  summary:
    'Upload a wide picture (multipart field `image`), for example for a slide, a category or a logo',
  reads: upload('image', PICTURE_FILE),
  replies: {
    201: Type.Object({ key: Type.String(), url: Type.String(), ratio: Type.Number() }),
  },
})

export const SLIDE_CALLS = sortedListCalls('slide', AdminSlide, SlideForm, 'slides')

export const PARTNER_CALLS = sortedListCalls('partner', AdminPartner, PartnerForm, 'partners')
