/** The signed HTTP API that servers use for publishing. It works with the official `pusher` packages. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Message } from '../outbox/message.ts'
import type { Broadcast, Bus } from './bus.ts'
import type { Hub } from './hub.ts'
import { channelKind, EVENT_DATA_BYTES_MAX, SOCKET_ID } from './protocol.ts'
import type { RealtimeSettings } from './realtime.settings.ts'
import { HttpApiError, readSigned, type SignedCall } from './signed-call.ts'

const NAME_MAX = 200
const CHANNELS_MAX = 100
const BATCH_MAX = 10

type Answer = Record<string, unknown>
type Operation = (call: SignedCall, parts: { hub: Hub; bus: Bus }) => Answer | Promise<Answer>

/** Operations by method and path under `/apps/{id}/`. */
const OPERATIONS: ReadonlyArray<[method: string, path: RegExp, operation: Operation]> = [
  ['POST', /^events$/, publishOne],
  ['POST', /^batch_events$/, publishBatch],
  ['GET', /^channels$/, listChannels],
  ['GET', /^channels\/([^/]+)$/, showChannel],
  ['POST', /^users\/([^/]+)\/terminate_connections$/, terminateUser],
]

export function createHttpApi(
  settings: RealtimeSettings,
  hub: Hub,
  bus: Bus,
  warn: (error: unknown, what: string) => void,
) {
  async function answer(request: IncomingMessage): Promise<Answer> {
    if (!isOpenTo(request, settings.httpApi)) throw new HttpApiError(404, 'Not found.')
    const [path = ''] = (request.url ?? '').split('?', 1)
    const [, appId, rest = ''] = /^\/apps\/([^/]+)\/(.+)$/.exec(path) ?? []
    const known = OPERATIONS.find(
      ([method, pattern]) => method === request.method && pattern.test(rest),
    )
    if (!known || appId !== settings.appId) throw new HttpApiError(404, 'Not found.')
    const [, pattern, operation] = known
    const call = await readSigned(request, path, settings)
    return operation({ ...call, argument: pattern.exec(rest)?.[1] ?? '' }, { hub, bus })
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    answer(request).then(
      (body) => send(response, 200, body),
      (error: unknown) => {
        if (!(error instanceof HttpApiError)) warn(error, 'a request to the publishing API failed')
        const status = error instanceof HttpApiError ? error.status : 500
        const message = error instanceof HttpApiError ? error.message : 'Something went wrong.'
        send(response, status, { error: ERRORS[status] ?? 'internal', message })
      },
    )
  }
}

const ERRORS: Record<number, string> = {
  400: 'malformed',
  401: 'unauthenticated',
  404: 'not_found',
  413: 'too_large',
}

function send(response: ServerResponse, status: number, body: Answer): void {
  // Closes the connection, because the unread rest of a body would be mistaken for the next request.
  if (status >= 400) response.setHeader('connection', 'close')
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  response.end(JSON.stringify(body))
}

/**
 * Whether the API accepts the request. A forwarded request comes from another machine, even if its proxy runs on this
 * one.
 */
function isOpenTo(request: IncomingMessage, httpApi: RealtimeSettings['httpApi']): boolean {
  if (httpApi !== 'loopback') return httpApi === 'public'
  const { remoteAddress = '' } = request.socket
  const isLocal = remoteAddress === '::1' || /^(::ffff:)?127\./.test(remoteAddress)
  return isLocal && !request.headers['x-forwarded-for'] && !request.headers.forwarded
}

async function publishOne({ body }: SignedCall, { hub, bus }: { hub: Hub; bus: Bus }) {
  const message = messageOf(body)
  await bus.send([{ kind: 'message', message }])
  return infoOf(body, message, hub)
}

async function publishBatch({ body }: SignedCall, { hub, bus }: { hub: Hub; bus: Bus }) {
  const { batch } = body
  if (!Array.isArray(batch) || batch.length > BATCH_MAX) {
    throw new HttpApiError(400, `batch must be an array of at most ${BATCH_MAX} events.`)
  }
  const messages = batch.map(messageOf)
  const broadcasts = messages.map((message): Broadcast => ({ kind: 'message', message }))
  await bus.send(broadcasts)
  if (!batch.some(({ info }) => info !== undefined)) return {}
  return {
    batch: messages.map(({ channels: [channel = ''] }, index) =>
      wantsCount(batch[index].info) ? { subscription_count: countOf(hub, channel) } : {},
    ),
  }
}

function messageOf(event: unknown): Message {
  const { name, data, channel, channels, socket_id: socketId } = Object(event)
  if (typeof name !== 'string' || name === '' || name.length > NAME_MAX) {
    throw new HttpApiError(400, `name must be a string of 1 to ${NAME_MAX} characters.`)
  }
  if (typeof data !== 'string') throw new HttpApiError(400, 'data must be a string.')
  if (Buffer.byteLength(data) > EVENT_DATA_BYTES_MAX) {
    throw new HttpApiError(413, `data must be at most ${EVENT_DATA_BYTES_MAX} bytes.`)
  }
  const targets: unknown = channels ?? [channel]
  if (!Array.isArray(targets) || targets.length === 0 || targets.length > CHANNELS_MAX) {
    throw new HttpApiError(400, `channels must be an array of 1 to ${CHANNELS_MAX} channel names.`)
  }
  if (!targets.every((target) => typeof target === 'string' && channelKind(target))) {
    throw new HttpApiError(400, 'At least one channel name is not valid.')
  }
  if (socketId === undefined || socketId === null) return { channels: targets, event: name, data }
  if (typeof socketId !== 'string' || !SOCKET_ID.test(socketId)) {
    throw new HttpApiError(400, 'socket_id is not valid.')
  }
  return { channels: targets, event: name, data, exceptSocket: socketId }
}

/**
 * @returns the number of subscriptions to each of the message's channels, if requested by `info`. Counts only this
 * process's.
 */
function infoOf({ info }: Answer, { channels }: Message, hub: Hub): Answer {
  if (!wantsCount(info)) return {}
  const counts = channels.map(
    (channel) => [channel, { subscription_count: countOf(hub, channel) }] as const,
  )
  return { channels: Object.fromEntries(counts) }
}

function wantsCount(info: unknown): boolean {
  return typeof info === 'string' && info.split(',').includes('subscription_count')
}

function countOf(hub: Hub, channel: string): number {
  return new Map(hub.occupied()).get(channel) ?? 0
}

function listChannels({ query }: SignedCall, { hub }: { hub: Hub }): Answer {
  const prefix = query.get('filter_by_prefix') ?? ''
  const withCount = wantsCount(query.get('info'))
  const channels = [...hub.occupied()]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, count]) => [name, withCount ? { subscription_count: count } : {}] as const)
  return { channels: Object.fromEntries(channels) }
}

function showChannel({ argument, query }: SignedCall, { hub }: { hub: Hub }): Answer {
  const count = countOf(hub, argument)
  const info = wantsCount(query.get('info')) ? { subscription_count: count } : {}
  return { occupied: count > 0, ...info }
}

async function terminateUser({ argument }: SignedCall, { bus }: { bus: Bus }): Promise<Answer> {
  await bus.send([{ kind: 'terminate', userId: argument }])
  return {}
}
