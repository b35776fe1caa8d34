/** API tokens: programs of the shop call the API with them in place of staff; managed by owners. */
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
    created_by: Type.String({ description: 'the name of the owner for whom it acts' }),
    created_at: Timestamp,
    last_used_at: Nullable({ ...Timestamp, description: 'to about five minutes' }),
  },
  { title: 'ApiToken' },
)
export type ApiToken = Static<typeof ApiToken>

export const listApiTokens = staffEndpoint('GET /api/admin/api-tokens', {
  summary: 'The API tokens that work, newest first',
  replies: { 200: Type.Object({ tokens: Type.Array(ApiToken) }) },
})

export const createApiToken = staffEndpoint('POST /api/admin/api-tokens', {
  summary:
    'Create an API token: a bearer token for the calls of its role, except those that may ask for a password; it works until it is revoked, or its owner leaves or gets another role, a new password or a second factor',
  stepUp: true,
  body: ApiTokenForm,
  replies: {
    201: Type.Object({
      data: ApiToken,
      token: Type.String({ description: 'shown this once' }),
    }),
  },
  errors: ['conflict'],
})

export const revokeApiToken = staffEndpoint('DELETE /api/admin/api-tokens/{id}', {
  summary: 'Revoke an API token: it works no longer, at once',
  replies: { 200: MessageReply },
})
