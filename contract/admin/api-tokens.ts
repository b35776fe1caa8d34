/** API tokens, managed by owners, which let the shop's programs make staff calls. */
import { type Static, Type } from 'typebox'
import { USERNAME_MAX } from '../limits.ts'
import { TOKEN_ROLES } from '../roles.ts'
import { Id, MessageReply, Nullable, Timestamp } from '../schema.ts'
import { staffEndpoint, Words } from './shared.ts'

export const ApiTokenForm = Type.Object({
  name: Words(USERNAME_MAX),
  role: Type.Enum(TOKEN_ROLES),
})
export type ApiTokenForm = Static<typeof ApiTokenForm>

export const ApiToken = Type.Object(
  {
    id: Id,
    ...ApiTokenForm.properties,
    created_by: Type.String({
      description: 'the name of the owner on whose behalf the token acts',
    }),
    created_at: Timestamp,
    last_used_at: Nullable({
      ...Timestamp,
      description: 'accurate to about five minutes; null if the token was never used',
    }),
  },
  { title: 'ApiToken' },
)
export type ApiToken = Static<typeof ApiToken>

export const listApiTokens = staffEndpoint('GET /api/admin/api-tokens', {
  summary: 'The valid API tokens, newest first',
  replies: { 200: Type.Object({ tokens: Type.Array(ApiToken) }) },
})

export const createApiToken = staffEndpoint('POST /api/admin/api-tokens', {
  summary:
    'Create an API token: a bearer token for the calls that its role allows, except those that require a recent sign-in. It is valid until it is revoked, or its owner leaves, changes role or password, or turns on a second factor',
  stepUp: true,
  body: ApiTokenForm,
  replies: {
    201: Type.Object({
      data: ApiToken,
      token: Type.String({ description: 'the token itself; shown only once' }),
    }),
  },
  errors: ['conflict'],
})

export const revokeApiToken = staffEndpoint('DELETE /api/admin/api-tokens/{id}', {
  summary: 'Revoke an API token, which stops working immediately',
  replies: { 200: MessageReply },
})
