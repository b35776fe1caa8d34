/** H8 and H9 of docs/reliability.md: the content and file names of uploads. */
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { BROKEN, FINE } from '#tests/kit/hostile-pictures.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'
import { exchange, request } from '#tests/wire/raw.ts'

/** Tries every nth picture. `fine` skips more, since accepted pictures are encoded, which takes longer. */
const EVERY = { fine: volume(20, 1), hostile: volume(3, 1) }
const TRIED = {
  fine: Object.entries(FINE).filter((_, at) => at % EVERY.fine === 0),
  hostile: Object.entries(BROKEN).filter((_, at) => at % EVERY.hostile === 0),
}

describeShop('an upload', (shop) => {
  /** The path of the last accepted picture. */
  let address = ''

  it.for(TRIED.fine)('%s is accepted and re-encoded, under a generated name', async ([, make]) => {
    const bytes = await make()

    const { status, body } = await upload(shop, await shop.customer(), bytes, '../../../etc/passwd')

    expect(status).toBe(200)
    expect(body.data.profileImage).toMatch(GENERATED)
    address = body.data.profileImage
    const served = await shop.app.inject(body.data.profileImage)
    const metadata = await sharp(served.rawPayload).metadata()
    expect([metadata.format, metadata.width, metadata.height]).toEqual(['webp', 384, 384])
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc]).toEqual(
      Array(4).fill(undefined),
    )
    expect(served.rawPayload.includes('script')).toBe(false)
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
  })

  it.for(TRIED.hostile)('%s is refused at once', async ([, make]) => {
    const bytes = await make()
    const person = await shop.customer()

    const { status, body } = await upload(shop, person, bytes)

    expect(status).toBe(422)
    expect(body.errors.image).toHaveLength(1)
    const profile = await shop.call('GET', '/api/user', { token: person.token })
    expect(profile.body.profileImage).toBeNull()
  })

  it.runIf(IS_FULL)('is stored under a generated name, whatever its file name', async () => {
    const people = await shop.customers(NAMES.length)

    const answers = await Promise.all(
      NAMES.map(async (name, index) =>
        upload(shop, people[index] ?? { token: '' }, await tiny, name),
      ),
    )

    for (const [index, { status, body }] of answers.entries()) {
      // A name that breaks the form results in a malformed request; no name reaches the disk.
      expect([200, 400, 422], NAMES[index]).toContain(status)
      if (status === 200) expect(body.data.profileImage).toMatch(GENERATED)
    }
  })

  it('is not listed, and cannot be used to leave its folder', async () => {
    await shop.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = shop.app.server.address() as AddressInfo

    const folder = address.replace('/384.webp', '')
    expect(folder).not.toBe('')

    for (const path of [folder, `${folder}/`, '/media', '/media/', ...PATHS]) {
      // A raw request: HTTP clients would normalize the path.
      const answer = await exchange(port, request('GET', path), { waitMs: 60_000 })
      const { status, headers, text } = answer
      expect([400, 404], path).toContain(status)
      expect(headers['content-type'], path).toContain('application/json')
      expect(text).not.toMatch(/root:|"private"|create table/)
    }
  })

  afterAll(async () => {
    const names = await readdir(join(shop.folder, 'media'))
    // No temporary file is left, and no file has the name it was uploaded under.
    expect(names.filter((name) => !/^[0-9a-f]{24}$/.test(name))).toEqual([])
  })
})

const tiny = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

const GENERATED = /^\/media\/[0-9a-f]{24}\/384\.webp$/

const NAMES = [
  'a.png\u0000.html',
  '..\\..\\windows\\system.ini',
  '..%2f..%2fpackage.json',
  '/etc/passwd',
  '\\\\server\\share\\a.png',
  'a\u202egnp.exe',
  'CON',
  '.htaccess',
  '..',
  '',
  '"; filename="b.png',
  'x'.repeat(4096),
  'صورة.png',
]

const STEPS = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '%2E%2E%2F',
  '..%5c',
  '..\\',
  '%2e%2e%5c',
  '..%252f',
  '%252e%252e%252f',
  '%25252e%25252e/',
  '..%c0%af',
  '..%c1%9c',
  '%c0%ae%c0%ae/',
  '%uff0e%uff0e/',
  '..;/',
  '..%00/',
  '..%09/',
  '..%20/',
  '....//',
  '..././',
  './../',
  '/..//',
  '..%ef%bc%8f',
]
const GOALS = volume(
  ['package.json', 'etc/passwd'],
  ['package.json', 'server/app.ts', 'etc/passwd', 'postgres/PG_VERSION', 'windows/win.ini'],
)
const DEPTHS = volume([3], [1, 3, 6, 12])
const PATHS = [
  ...STEPS.flatMap((step) =>
    GOALS.flatMap((goal) => DEPTHS.map((deep) => `/media/${step.repeat(deep)}${goal}`)),
  ),
  '/media/%00',
  '/media/a%00.webp',
  '/media//etc/passwd',
  '/media/%2fetc%2fpasswd',
  '/media/C:%5cwindows%5cwin.ini',
  '/media/%5c%5cserver%5cshare',
  '/media/file:%2f%2f%2fetc%2fpasswd',
  '/media/~root/',
  '/media/.git/HEAD',
  '/media/con/384.webp',
  '/media/nul',
  '/media/aux.webp',
  '/media/%e2%80%aegnp.exe',
  `/media/${'a'.repeat(24)}/384.webp%2f..`,
  `/media/${'a'.repeat(24)}/..%2f..%2f384.webp`,
  `/media/${'a'.repeat(24)}/384.webp%00.html`,
  `/media/${'a'.repeat(24)}/384.svg`,
  `/media/${'A'.repeat(24)}/384.webp`,
  `/media/.${'a'.repeat(24)}/384.webp`,
  `/media/${'a'.repeat(4096)}`,
]

async function upload(
  shop: Shop,
  { token }: Pick<Person, 'token'>,
  bytes: Buffer,
  name = 'me.jpg',
) {
  return shop.call('POST', '/api/auth/upload_images', {
    token,
    // There are more uploads than one IP address is allowed.
    address: `127.16.${uploads++ % 250}.1`,
    ...multipart('image', bytes, { filename: name, type: 'image/jpeg' }),
  })
}

let uploads = 0
