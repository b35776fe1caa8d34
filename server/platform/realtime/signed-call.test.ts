/** Every reason to reject an HTTP API request, one at a time, with signatures computed by hand. */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readSigned } from './signed-call.ts'

const SETTINGS = { key: 'barq', secret: 'a secret' }
const PATH = '/apps/barq/events'
const BODY = '{"name":"item"}'

type Fields = Record<string, string | undefined>

function now(shift = 0): string {
  return String(Math.floor(Date.now() / 1000) + shift)
}

/** A valid query, with some fields changed before signing; undefined omits a field. */
function fields(body: string, change: Fields = {}): Array<[string, string]> {
  const usual: Fields = {
    auth_key: 'barq',
    auth_timestamp: now(),
    auth_version: '1.0',
    body_md5: body === '' ? undefined : createHash('md5').update(body).digest('hex'),
  }
  return Object.entries({ ...usual, ...change }).filter(
    (field): field is [string, string] => field[1] !== undefined,
  )
}

function signature(query: Array<[string, string]>): string {
  const text = [...query]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHmac('sha256', SETTINGS.secret).update(`POST\n${PATH}\n${text}`).digest('hex')
}

function signed(body = BODY, change: Fields = {}) {
  const query = fields(body, change)
  return read([...query, ['auth_signature', signature(query)]], body)
}

function read(
  query: Array<[string, string]> | string,
  body: string | Buffer[] = BODY,
  path = PATH,
) {
  const text =
    typeof query === 'string'
      ? query
      : query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  const chunks = typeof body === 'string' ? (body === '' ? [] : [Buffer.from(body)]) : body
  const request = Object.assign(Readable.from(chunks), { url: `${path}?${text}`, method: 'POST' })
  return readSigned(request as unknown as IncomingMessage, path, SETTINGS)
}

describe('a call that is signed', () => {
  it('is read: its fields and its body', async () => {
    const { query, body } = await signed(BODY, { info: 'a b&c=d%' })

    expect(query.get('info')).toBe('a b&c=d%')
    expect(query.get('auth_key')).toBe('barq')
    expect(body).toEqual({ name: 'item' })
  })

  it('may have no body, and then no hash of one', async () => {
    expect((await signed('')).body).toEqual({})
    await expect(signed('', { body_md5: createHash('md5').digest('hex') })).rejects.toMatchObject({
      status: 401,
    })
  })

  it('is sorted by its parameter names, which may be in capitals', async () => {
    const query = fields(BODY, { zeta: '1', alpha: '2' })
    const shouted = query.map(([name, value]): [string, string] => [name.toUpperCase(), value])

    const call = await read([['AUTH_SIGNATURE', signature(query)], ...shouted.toReversed()])

    expect(call.query.get('alpha')).toBe('2')
  })

  it('may have a field without a value', async () => {
    const query = fields(BODY, { bare: '' })
    const text = query.map(([name, value]) => (name === 'bare' ? name : `${name}=${value}`))

    const call = await read(`${text.join('&')}&&auth_signature=${signature(query)}`)

    expect(call.query.get('bare')).toBe('')
  })

  it.each([
    ['ten minutes ago', -595, true],
    ['longer ago', -605, false],
    ['ten minutes ahead', 595, true],
    ['further ahead', 605, false],
  ])('and made %s', async (_, shift, isTaken) => {
    const call = signed(BODY, { auth_timestamp: now(shift) })

    if (isTaken) await expect(call).resolves.toBeTruthy()
    else await expect(call).rejects.toMatchObject({ status: 401 })
  })

  it.each(['', 'now', `${now()}.0`, ` ${now()}`, `${now()} `, '0x6721', undefined, `0000${now()}`])(
    'is refused with the time %o',
    async (time) => {
      await expect(signed(BODY, { auth_timestamp: time })).rejects.toMatchObject({ status: 401 })
    },
  )

  it.each([
    { auth_key: 'other' },
    { auth_key: undefined },
    { auth_version: '2.0' },
    { auth_version: undefined },
  ])('is refused with %o', async (change) => {
    await expect(signed(BODY, change)).rejects.toMatchObject({
      status: 401,
      message: 'auth_key or auth_version is not valid.',
    })
  })

  it.each([undefined, createHash('md5').update('other').digest('hex')])(
    'is refused with the body hash %o',
    async (sum) => {
      await expect(signed(BODY, { body_md5: sum })).rejects.toMatchObject({
        status: 401,
        message: 'body_md5 does not match the body.',
      })
    },
  )

  it.each([
    ['{', 'The body is not valid JSON.'],
    ['null', 'The body is not an object.'],
    ['1', 'The body is not an object.'],
    ['"text"', 'The body is not an object.'],
  ])('is refused with the body %s', async (body, message) => {
    await expect(signed(body)).rejects.toMatchObject({ status: 400, message })
  })
})

describe('a call that is not signed correctly', () => {
  it.each(['', '0'.repeat(64), undefined])('is refused with the signature %o', async (auth) => {
    const query = fields(BODY)
    const call = read(auth === undefined ? query : [...query, ['auth_signature', auth]])

    await expect(call).rejects.toMatchObject({
      status: 401,
      message: 'The signature is not valid.',
    })
  })

  it('is refused when any part was changed afterwards', async () => {
    const query = fields(BODY, { info: 'a' })
    const auth: [string, string] = ['auth_signature', signature(query)]
    const other = query.map(([name]): [string, string] => [name, name === 'info' ? 'b' : 'a'])

    await expect(read([...query, ['more', '1'], auth])).rejects.toMatchObject({ status: 401 })
    await expect(read([...other, auth])).rejects.toMatchObject({ status: 401 })
    const batch = read([...query, auth], BODY, '/apps/barq/batch_events')
    await expect(batch).rejects.toMatchObject({ status: 401 })
  })

  it('is malformed when a name comes twice, in capitals too, or cannot be decoded', async () => {
    for (const query of ['a=1&a=1', 'a=1&A=2', 'a=%', '%=1', 'a=%ff']) {
      await expect(read(query, '')).rejects.toMatchObject({ status: 400 })
    }
  })

  it('is refused for its length before anything else, and accepted up to it', async () => {
    const mebibyte = Buffer.alloc(1024 * 1024)

    await expect(read('', [mebibyte, Buffer.alloc(1)])).rejects.toMatchObject({ status: 413 })
    await expect(read('', [mebibyte])).rejects.toMatchObject({ status: 401 })
  })
})
