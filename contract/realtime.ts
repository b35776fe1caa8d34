import { Type } from 'typebox'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('Real time')

/** Accepts any value, so that everything that may not be signed gets the same 403, which does not reveal the reason. */
const Signable = (description: string) => Type.Optional(Type.Unknown({ description }))

const SocketId = Signable('the id of a connected socket, such as `123.456`')

/** The content type that official Pusher clients send, in addition to JSON. */
const accepts = ['application/x-www-form-urlencoded'] as const

export const authorizeChannel = endpoint('POST /broadcasting/auth', {
  summary: 'Sign the subscription of a socket to a private channel (Pusher protocol)',
  access: 'customer',
  accepts,
  body: Type.Object({
    socket_id: SocketId,
    channel_name: Signable(
      '`private-user.{own id}`; for staff who may read orders, also `private-admin`',
    ),
  }),
  replies: { 200: Type.Object({ auth: Type.String() }) },
  errors: ['forbidden'],
})

const authenticateUserSpec = {
  summary: 'Sign the user data that lets a socket sign in as you (`pusher:signin`)',
  access: 'customer',
  accepts,
  body: Type.Object({ socket_id: SocketId }),
  replies: { 200: Type.Object({ auth: Type.String(), user_data: Type.String() }) },
  errors: ['forbidden'],
} as const

export const authenticateUser = endpoint('POST /broadcasting/user-auth', authenticateUserSpec)

/** The default path in pusher-js. */
export const authenticateUserAlias = endpoint('POST /pusher/user-auth', authenticateUserSpec)
