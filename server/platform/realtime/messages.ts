import type { Connection, Hub } from './hub.ts'
import { CODE, channelKind, errorFrame, eventFrame, subscriptionErrorFrame } from './protocol.ts'
import type { RealtimeLimits } from './realtime.settings.ts'
import { type Signer, signInText, subscriptionText } from './signature.ts'

export interface Context {
  hub: Hub
  signer: Signer
  limits: RealtimeLimits
}

type Fields = Readonly<Record<string, unknown>>
type Handler = (connection: Connection, data: Fields, context: Context) => void

/** A Map, so that an event named `__proto__` finds no handler. */
const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  ['pusher:ping', answerPing],
  ['pusher:pong', () => {}],
  ['pusher:subscribe', subscribe],
  ['pusher:unsubscribe', unsubscribe],
  ['pusher:signin', signIn],
])

/** Handles a text frame. Never throws: the response to an invalid frame is an error frame. */
export function receive(connection: Connection, text: string, context: Context): void {
  const frame = parse(text)
  const event = frame?.event
  const handler = typeof event === 'string' ? HANDLERS.get(event) : undefined
  if (handler) handler(connection, fieldsOf(frame?.data), context)
  else connection.send(notUnderstood(event))
}

function notUnderstood(event: unknown): string {
  if (typeof event !== 'string')
    return errorFrame(null, 'A message must be a JSON object with an event field.')
  if (event.startsWith('client-')) {
    return errorFrame(CODE.messageRefused, 'Client events are not supported.')
  }
  return errorFrame(null, 'Unknown event.')
}

/**
 * Frames cannot reach a prototype: `JSON.parse` makes `__proto__` an own field like any other, and nothing here copies
 * fields.
 */
function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

/** The data's fields. Some clients send the data as a JSON string. */
function fieldsOf(data: unknown): Fields {
  if (typeof data === 'string') return parse(data) ?? {}
  return isFields(data) ? data : {}
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function answerPing(connection: Connection): void {
  connection.send(eventFrame('pusher:pong', '{}'))
}

function subscribe(connection: Connection, data: Fields, context: Context): void {
  const { channel } = data
  if (typeof channel !== 'string') {
    refuse(connection, errorFrame(null, 'A subscription must specify a channel.'), context)
    return
  }
  const reason = whyNot(connection, channel, data, context)
  if (reason !== null) {
    // Long names from clients are not sent back in full.
    refuse(connection, subscriptionErrorFrame(channel.slice(0, 300), reason), context)
    return
  }
  // Joins before confirming, so that nothing published in between is lost.
  context.hub.join(connection, channel)
  const confirmed = JSON.stringify({ quiet_ms: context.hub.quietTimes.of(channel) })
  connection.send(eventFrame('pusher_internal:subscription_succeeded', confirmed, channel))
}

function whyNot(
  connection: Connection,
  channel: string,
  { auth, channel_data: channelData }: Fields,
  { signer, limits }: Context,
): string | null {
  const kind = channelKind(channel)
  if (!kind) return 'This is not a valid channel name.'
  if (kind.kind === 'unavailable') return kind.reason
  if (kind.kind === 'user' && kind.userId !== connection.signedInAs) {
    return "This socket is not signed in as the channel's user."
  }
  if (kind.kind === 'private') {
    // Some clients send null for missing values.
    const signedData = channelData ?? undefined
    const isText = signedData === undefined || typeof signedData === 'string'
    if (!isText || !signer.verify(subscriptionText(connection.id, channel, signedData), auth)) {
      return 'The signature is not valid for this socket and channel.'
    }
  }
  if (!connection.channels.has(channel) && connection.channels.size >= limits.channelsPerSocket) {
    return `A socket may subscribe to at most ${limits.channelsPerSocket} channels.`
  }
  return null
}

function refuse(connection: Connection, frame: string, { limits }: Context): void {
  connection.send(frame)
  connection.rejections++
  if (connection.rejections >= limits.rejectionsPerSocket) {
    connection.close(CODE.unauthorized, 'Too many rejected subscriptions')
  }
}

function unsubscribe(connection: Connection, { channel }: Fields, { hub }: Context): void {
  if (typeof channel === 'string') hub.leave(connection, channel)
}

function signIn(connection: Connection, data: Fields, { signer }: Context): void {
  const { auth, user_data: userData } = data
  const isSigned =
    typeof userData === 'string' && signer.verify(signInText(connection.id, userData), auth)
  // The user's data is parsed only once its signature has been verified.
  const id = isSigned ? parse(userData)?.id : null
  if (typeof id !== 'string' || id === '') {
    connection.close(CODE.unauthorized, 'The sign-in is not valid for this socket')
  } else if (connection.signedInAs !== null && connection.signedInAs !== id) {
    connection.close(CODE.unauthorized, 'This socket is signed in as another user')
  } else {
    connection.signedInAs = id
    const answer = JSON.stringify({ user_data: userData })
    connection.send(eventFrame('pusher:signin_success', answer))
  }
}
