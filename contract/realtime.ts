import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'

const tag = 'Real time'

/**
 * Left open on purpose: whatever is not exactly what may be signed is one and the same 403, so
 * that the answer tells nothing about how it was judged.
 */
const Signable = (description: string) => Type.Optional(Type.Unknown({ description }))

const SocketId = Signable('of a socket that is connected now, as `123.456`')

/** What official clients send; JSON is accepted everywhere. */
const accepts = ['application/x-www-form-urlencoded'] as const

export const authorizeChannel = endpoint('POST /broadcasting/auth', {
  summary: 'Sign the subscription of one socket to a private channel',
  tag,
  access: 'customer',
  accepts,
  body: Type.Object({
    socket_id: SocketId,
    channel_name: Signable('`private-user.{own id}`; staff also `private-admin`'),
  }),
  replies: { 200: Type.Object({ auth: Type.String() }) },
  refusals: ['forbidden'],
})

const authenticateUserSpec = {
  summary: 'Sign who is behind one socket (pusher:signin)',
  tag,
  access: 'customer',
  accepts,
  body: Type.Object({ socket_id: SocketId }),
  replies: { 200: Type.Object({ auth: Type.String(), user_data: Type.String() }) },
  refusals: ['forbidden'],
} as const

export const authenticateUser = endpoint('POST /broadcasting/user-auth', authenticateUserSpec)

/** Where pusher-js asks when nothing else is configured. */
export const authenticateUserAlias = endpoint('POST /pusher/user-auth', authenticateUserSpec)
