import { type Static, Type } from 'typebox'
import { endpointsOf } from './endpoint.ts'
import { Id, MessageReply, Nullable, Timestamp } from './schema.ts'

const endpoint = endpointsOf('Sessions')

export const Session = Type.Object(
  {
    id: Id,
    browser: Nullable(Type.String({ description: 'from its User-Agent, without the version' })),
    system: Nullable(Type.String()),
    address: Nullable(Type.String({ description: 'only the part that identifies the network' })),
    created_at: Timestamp,
    last_used_at: Timestamp,
    current: Type.Boolean({ description: 'the session of this request' }),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

export const listSessions = endpoint('GET /api/auth/sessions', {
  summary: 'The sessions of your account, most recently used first',
  access: 'customer',
  replies: { 200: Type.Object({ sessions: Type.Array(Session) }) },
})

export const endSession = endpoint('DELETE /api/auth/sessions/{id}', {
  summary: 'Sign out one device',
  access: 'customer',
  replies: { 200: MessageReply },
})

export const endOtherSessions = endpoint('DELETE /api/auth/sessions', {
  summary: 'Sign out all other devices',
  access: 'customer',
  replies: { 200: Type.Object({ message: Type.String(), ended: Type.Integer({ minimum: 0 }) }) },
})
