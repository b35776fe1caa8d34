import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, expect, it, vi } from 'vitest'
import { createEncoder, EncoderDied } from './encoder.ts'
import { PictureError } from './picture-error.ts'

const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

/** The encoder cannot read this and rejects it quickly, which shows that it is responding. */
const nonsense = Buffer.from('<svg/>')

const encoder = createEncoder()

afterEach(() => void vi.unstubAllEnvs())
afterEach(() => void vi.useRealTimers())

it('encodes in a process that has none of the shop’s settings', async () => {
  vi.stubEnv('SMTP_URL', 'smtp://user:a-secret@mail.example')

  const files = await encoder.encode(picture, 'square')

  expect(files.every(({ bytes }) => Buffer.isBuffer(bytes))).toBe(true)
  expect(await sharp(files[0]?.bytes).metadata()).toMatchObject({ width: files[0]?.width })
  expect(encoder.pid()).not.toBe(process.pid)
  if (process.platform === 'linux') {
    const settings = await readFile(`/proc/${encoder.pid()}/environ`, 'utf8')
    expect(settings).toContain('MALLOC')
    expect(settings).not.toContain('a-secret')
  }
})

it('gives the reason for an error', async () => {
  const rejected = encoder.encode(nonsense, 'square')

  await expect(rejected).rejects.toBeInstanceOf(PictureError)
  await expect(rejected).rejects.toMatchObject({ code: 'not-a-picture' })
})

it('that is killed fails the waiting requests, and none after them', async () => {
  await encoder.encode(nonsense, 'square').catch(() => {})
  const killed = encoder.pid() ?? 0
  const waiting = Array.from({ length: 5 }, () => encoder.encode(picture, 'square'))

  process.kill(killed, 'SIGKILL')

  await expectDied(waiting)
  await expect(encoder.encode(nonsense, 'square')).rejects.toBeInstanceOf(PictureError)
  expect(encoder.pid()).not.toBe(killed)
})

it.skipIf(process.platform === 'win32')(
  'that hangs is killed after a while, and later requests succeed',
  async () => {
    await encoder.encode(nonsense, 'square').catch(() => {})
    const hanging = encoder.pid() ?? 0
    process.kill(hanging, 'SIGSTOP')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waiting = Array.from({ length: 5 }, () => encoder.encode(picture, 'square'))

    vi.advanceTimersByTime(60_000)

    await expectDied(waiting)
    await expect(encoder.encode(nonsense, 'square')).rejects.toBeInstanceOf(PictureError)
    expect(encoder.pid()).not.toBe(hanging)
    expect(() => process.kill(hanging, 0)).toThrow('ESRCH')
  },
)

async function expectDied(waiting: Array<Promise<unknown>>): Promise<void> {
  const ends = await Promise.allSettled(waiting)
  expect(ends.map((end) => end.status === 'rejected' && end.reason instanceof EncoderDied)).toEqual(
    Array(waiting.length).fill(true),
  )
}
