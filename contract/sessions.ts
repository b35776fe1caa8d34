import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, MessageReply, Nullable, Timestamp } from './schema.ts'

const tag = 'Sessions'

export const Session = Type.Object(
  {
    id: Id,
    browser: Nullable(Type.String({ description: 'by the name it gave, without a version' })),
    system: Nullable(Type.String()),
    address: Nullable(Type.String({ description: 'only the part that tells the network' })),
    created_at: Timestamp,
    last_used_at: Timestamp,
    current: Type.Boolean({ description: 'the one that asks' }),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

export const listSessions = endpoint('GET /api/auth/sessions', {
  summary: 'Where the caller is signed in, the latest used first',
  tag,
  access: 'customer',
  replies: { 200: Type.Object({ sessions: Type.Array(Session) }) },
})

export const endSession = endpoint('DELETE /api/auth/sessions/{id}', {
  summary: 'Sign one device out',
  tag,
  access: 'customer',
  params: IdParams,
  replies: { 200: MessageReply },
})

export const endOtherSessions = endpoint('DELETE /api/auth/sessions', {
  summary: 'Sign out everywhere but here',
  tag,
  access: 'customer',
  replies: { 200: Type.Object({ message: Type.String(), ended: Type.Integer({ minimum: 0 }) }) },
})
