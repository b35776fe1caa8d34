import { type Static, Type } from 'typebox'
import { LEGAL_PAGES } from '../legal.ts'
import { Nullable, Timestamp } from '../schema.ts'
import { LegalParams, LegalText } from '../shop.ts'
import { type EditOf, editOf, staffEndpoint, versioned } from './shared.ts'

export type LegalEdit = EditOf<LegalText>

const WrittenPage = Type.Object(
  {
    page: Type.Enum(LEGAL_PAGES),
    ...LegalText.properties,
    ...versioned,
    updated_at: Nullable(Timestamp),
  },
  {
    title: 'LegalPage',
    description:
      'published unless both texts are empty; `updated_at` is null if the page is not published',
  },
)
export type WrittenPage = Static<typeof WrittenPage>

export const listLegalPages = staffEndpoint('GET /api/admin/legal-pages', {
  summary: "The shop's legal pages, including those not written yet",
  replies: { 200: Type.Object({ pages: Type.Array(WrittenPage) }) },
})

export const replaceLegalPage = staffEndpoint('PUT /api/admin/legal-pages/{page}', {
  summary: 'Replace and publish a legal page; if both texts are empty, it is unpublished',
  stepUp: true,
  params: LegalParams,
  body: Type.Object({ ...LegalText.properties, ...editOf }),
  replies: { 200: Type.Object({ data: WrittenPage }) },
  errors: ['edited_meanwhile'],
})
