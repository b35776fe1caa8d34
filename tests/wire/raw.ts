/** Sends raw bytes over a socket, as no well-behaved client does. */
import { connect } from 'node:net'

export interface RawAnswer {
  /** The status of the first response; 0 if the connection ended without one. */
  status: number
  /** Keyed by name in lower case. */
  headers: Record<string, string>
  body: string
  /** All bytes received, including those of further responses, as Latin-1. */
  text: string
  isClosed: boolean
}

/**
 * Sends the bytes, and listens until the server closes the connection, but at most `waitMs`.
 * @param keepSending a piece to send every `everyMs` while the connection is open
 */
export function exchange(
  port: number,
  bytes: string | Buffer,
  { waitMs = 60_000, keepSending = null as null | { piece: string; everyMs: number } } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    let isClosed = false
    const timers: NodeJS.Timeout[] = []
    const finish = () => {
      for (const timer of timers) clearInterval(timer)
      socket.destroy()
      resolve({ ...read(Buffer.concat(chunks)), isClosed })
    }
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('end', () => {
      isClosed = true
    })
    socket.on('close', (hadError) => {
      isClosed ||= hadError
      finish()
    })
    socket.on('connect', () => {
      if (bytes.length > 0) socket.write(bytes)
      // Starts sending pieces only now: on a busy machine, the first could otherwise be sent before the request.
      if (keepSending) {
        timers.push(setInterval(() => socket.write(keepSending.piece), keepSending.everyMs))
      }
    })
    timers.push(setTimeout(finish, waitMs))
  })
}

/** A request as raw text, with its Content-Length unless `headers` overrides it. */
export function request(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): string {
  const all = {
    host: 'shop.test',
    connection: 'close',
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

function read(bytes: Buffer): Pick<RawAnswer, 'status' | 'headers' | 'body' | 'text'> {
  const text = bytes.toString('latin1')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
    text,
  }
}
