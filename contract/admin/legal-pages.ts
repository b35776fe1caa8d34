/** The legal pages of the shop, written by staff. */
import { type Static, Type } from 'typebox'
import { LEGAL_PAGES } from '../legal.ts'
import { LEGAL_TEXT_MAX } from '../limits.ts'
import { Nullable, Timestamp } from '../schema.ts'
import { type EditOf, editOf, staffEndpoint, versioned } from './shared.ts'

const Text = Type.String({ maxLength: LEGAL_TEXT_MAX })

export const LegalText = Type.Object({
  text: {
    ...Text,
    description: 'lines: `# ` begins a heading, `- ` an entry of a list, an empty line a paragraph',
  },
  text_ar: { ...Text, description: 'empty: `text` serves both languages' },
})
export type LegalText = Static<typeof LegalText>
export type LegalEdit = EditOf<LegalText>

const WrittenPage = Type.Object(
  {
    page: Type.Enum(LEGAL_PAGES),
    ...LegalText.properties,
    ...versioned,
    updated_at: Nullable(Timestamp),
  },
  { title: 'LegalPage', description: 'not published while both texts are empty' },
)
export type WrittenPage = Static<typeof WrittenPage>

export const listLegalPages = staffEndpoint('GET /api/admin/legal-pages', {
  summary: 'The legal pages of the shop, also those that are not written',
  replies: { 200: Type.Object({ pages: Type.Array(WrittenPage) }) },
})

export const replaceLegalPage = staffEndpoint('PUT /api/admin/legal-pages/{page}', {
  summary: 'Write a legal page, at once for everybody; without any text it is taken down',
  stepUp: true,
  params: Type.Object({ page: Type.Enum(LEGAL_PAGES) }),
  body: Type.Object({ ...LegalText.properties, ...editOf }),
  replies: { 200: Type.Object({ data: WrittenPage }) },
})
