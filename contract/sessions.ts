import { type Static, Type } from 'typebox'
import { endpointsOf } from './endpoint.ts'
import { Id, MessageReply, Nullable, Timestamp } from './schema.ts'

const endpoint = endpointsOf('Sessions')

export const Session = Type.Object(
  {
    id: Id,
    browser: Nullable(
      Type.String({
        description: 'the browser, without its version, according to `User-Agent`; null if unknown',
      }),
    ),
    system: Nullable(Type.String()),
    address: Nullable(
      Type.String({
        description: 'the part of the IP address that identifies the network; null if unknown',
      }),
    ),
    created_at: Timestamp,
    last_used_at: Timestamp,
    current: Type.Boolean({ description: 'whether this session made the request' }),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

export const listSessions = endpoint('GET /api/auth/sessions', {
  summary: 'The sessions of your account, most recently used first, 100 at most',
  access: 'customer',
  replies: { 200: Type.Object({ sessions: Type.Array(Session) }) },
})

export const endSession = endpoint('DELETE /api/auth/sessions/{id}', {
  summary: 'Sign out one device: end its session',
  access: 'customer',
  replies: { 200: MessageReply },
})

export const endOtherSessions = endpoint('DELETE /api/auth/sessions', {
  summary: 'Sign out all other devices: end all sessions but this one; API tokens stay valid',
  access: 'customer',
  replies: { 200: Type.Object({ message: Type.String(), ended: Type.Integer({ minimum: 0 }) }) },
})
