/** H3: multipart bodies that are too large, too numerous, endless or malformed. */
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { fingerprint } from '#tests/kit/fingerprint.ts'
import { type Live, openLive } from '#tests/kit/live.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { IS_FULL } from '#tests/kit/volume.ts'
import { exchange, request } from './raw.ts'

const PATHS = [
  '/api/auth/upload_images',
  '/api/admin/pictures',
  '/api/admin/products/1/pictures',
  '/api/admin/products/imports?mode=check',
]

const MB = 1024 * 1024
const END = '\r\n--b--\r\n'

function part(disposition: string, content = 'x', headers = ''): string {
  return `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`
}

const file = (content: string, name = 'f.png') => part(`name="image"; filename="${name}"`, content)

/** Multipart bodies to reject, keyed by what is wrong or unusual about them; the boundary is `b` by default. */
const SHAPES: Record<string, string | { boundary: string; body: string }> = {
  'nothing at all': '',
  'only an end': '--b--\r\n',
  'an end that never comes': file('x'),
  'half a boundary': '--',
  'headers that never end': '--b\r\nContent-Disposition: form-data; name="image"; filename="f"',
  'no boundary in the body': 'x'.repeat(1000),
  'another boundary': `--c\r\nContent-Disposition: form-data; name="image"; filename="f"\r\n\r\nx\r\n--c--`,
  'a boundary of 12,000 characters': { boundary: 'b'.repeat(12_000), body: file('x') },
  'an empty boundary': { boundary: '', body: file('x') },
  'a boundary of spaces': { boundary: '"   "', body: file('x') },
  'a quoted boundary with line feeds': { boundary: '"a\\r\\nb"', body: file('x') },
  'two boundaries': { boundary: 'a; boundary=b', body: file('x') },
  'an empty file': file('') + END,
  'an empty file name': part('name="image"; filename=""') + END,
  'no file name': part('name="image"') + END,
  'no field name': part('filename="f.png"') + END,
  'an empty field name': part('name=""; filename="f.png"') + END,
  'the wrong field': part('name="picture"; filename="f.png"') + END,
  'a field of the name of the file': part('name="image"', 'text') + END,
  'the file twice': file('x') + file('y') + END,
  'a hundred files': file('x').repeat(100) + END,
  '10,000 fields': part('name="a"').repeat(10_000) + END,
  '10,000 fields behind a file': file('x') + part('name="a"').repeat(10_000) + END,
  'a field of 2 MB': part('name="a"', 'x'.repeat(2 * MB)) + END,
  'a file of 6 MB': file('x'.repeat(6 * MB)) + END,
  'a file of 6 MB without an end': file('x'.repeat(6 * MB)),
  'eleven fields of 1 MB': part('name="a"', 'x'.repeat(MB)).repeat(11) + END,
  'a file name of 1 MB': file('x', 'f'.repeat(MB)) + END,
  'a field name of 1 MB': part(`name="${'n'.repeat(MB)}"; filename="f"`) + END,
  'a hundred headers in a part':
    part('name="image"; filename="f"', 'x', 'x-a: b\r\n'.repeat(100)) + END,
  'a header of 1 MB in a part':
    part('name="image"; filename="f"', 'x', `x-a: ${'b'.repeat(MB)}\r\n`) + END,
  'no disposition': `--b\r\nContent-Type: image/png\r\n\r\nx${END}`,
  'a disposition of another kind': `--b\r\nContent-Disposition: attachment; name="image"; filename="f"\r\n\r\nx${END}`,
  'two dispositions':
    part('name="a"', 'x', 'Content-Disposition: form-data; name="image"; filename="f"\r\n') + END,
  'a part within a part':
    part(
      'name="image"; filename="f"',
      `--c\r\n\r\nx\r\n--c--`,
      'Content-Type: multipart/mixed; boundary=c\r\n',
    ) + END,
  'a transfer encoding':
    part('name="image"; filename="f"', 'eA==', 'Content-Transfer-Encoding: base64\r\n') + END,
  'an unknown transfer encoding':
    part('name="image"; filename="f"', 'x', 'Content-Transfer-Encoding: x-evil\r\n') + END,
  'an unknown charset':
    part('name="image"; filename="f"', 'x', 'Content-Type: text/plain; charset=x-evil\r\n') + END,
  'a name in UTF-16': part(`name*=UTF-16''%FE%FF; filename*=utf-8''%00`) + END,
  'a name with a NUL': part('name="im\0age"; filename="f\0.png"') + END,
  'a name with a line feed': part('name="image\n"; filename="f\r.png"') + END,
  'a name that climbs': file('x', '../../../../etc/passwd') + END,
  'the name of a prototype': part('name="__proto__"; filename="__proto__"') + END,
  'a preamble of 2 MB': `${'x'.repeat(2 * MB)}\r\n${file('x')}${END}`,
  'text behind the end': `${file('x')}${END}${'x'.repeat(MB)}`,
  'bare line feeds': file('x').replaceAll('\r\n', '\n') + END,
  'a boundary in the content': file('x\r\n--bb\r\nx\r\n--b-\r\n') + END,
  'nine thousand boundaries': '--b\r\n'.repeat(9_000) + END,
  'no picture': file('<html><script>1</script></html>') + END,
  'an SVG': file('<svg xmlns="http://www.w3.org/2000/svg" onload="1"/>') + END,
}

describeShop('an upload', (shop) => {
  let live: Live
  let token = ''

  beforeAll(async () => {
    live = await openLive(shop.db, { config: { dataDir: shop.folder } })
    token = (await shop.admin()).token
    await shop.product()
  })

  afterAll(() => live.close())

  it('that is not one file in its field is refused promptly and leaves nothing', {
    timeout: 120_000,
  }, async () => {
    const before = [await fingerprint(shop), await filesOf(shop.folder), await temporary()]
    for (const [turn, path] of PATHS.entries()) {
      // In the sample, each shape is sent to one of the paths, because they share the code that reads forms.
      const shapes = Object.entries(SHAPES).filter((_, at) => IS_FULL || at % PATHS.length === turn)
      for (const [name, shape] of shapes) {
        const { boundary, body } =
          typeof shape === 'string' ? { boundary: 'b', body: shape } : shape
        const type = `multipart/form-data; boundary=${boundary}`
        const headers = { authorization: `Bearer ${token}`, 'content-type': type }
        const answer = await exchange(live.port, request('POST', path, headers, body), {
          // Waits at most half the time after which the server would cut off a body that never ends.
          waitMs: 30_000,
        })
        // A product import may receive a readable but empty file: 422.
        expect([400, 404, 413, 415, 422, 429], `${path}: ${name}`).toContain(answer.status)
      }
    }
    expect([await fingerprint(shop), await filesOf(shop.folder), await temporary()]).toEqual(before)
    expect((await shop.call('GET', '/healthz')).status).toBe(200)
  })

  it('that turns out to be too large with its last bytes is refused', async () => {
    const bytes = file('x'.repeat(PICTURE_BYTES_MAX)).slice(0, -2)
    const piece = `x${END}`
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(bytes.length + piece.length),
    }

    const answer = await exchange(
      live.port,
      request('POST', '/api/auth/upload_images', headers, bytes),
      { waitMs: 30_000, keepSending: { piece, everyMs: 300 } },
    )

    expect(answer.status).toBe(413)
  })

  it('without an end is disconnected, whatever it contains', async () => {
    const endless: Record<string, [string, string]> = {
      'a preamble': ['', 'x'.repeat(0x10000)],
      'a file': [file('').slice(0, -2), 'x'.repeat(0x10000)],
      fields: ['', part('name="a"').repeat(800)],
    }
    for (const [name, [beginning, piece]] of Object.entries(endless)) {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'transfer-encoding': 'chunked',
      }
      const bytes = request('POST', '/api/auth/upload_images', headers) + chunked(beginning)
      const keepSending = { piece: chunked(piece).repeat(10), everyMs: 2 }

      const answer = await exchange(live.port, bytes, { waitMs: 60_000, keepSending })

      expect([0, 400, 413], name).toContain(answer.status)
      expect(answer.isClosed, name).toBe(true)
    }
    expect((await shop.call('GET', '/healthz')).status).toBe(200)
  })
})

function chunked(text: string): string {
  return text === '' ? '' : `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
}

async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort()
}

async function temporary(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => /multipart|upload|fastify/i.test(name))
}
