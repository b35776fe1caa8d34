import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, expect, it, vi } from 'vitest'
import { createEncoder, EncoderDied } from './encoder.ts'
import { PictureError } from './picture-error.ts'

const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

afterEach(() => void vi.unstubAllEnvs())

it('encodes in a process that has none of the shop’s settings', async () => {
  vi.stubEnv('SMTP_URL', 'smtp://user:a-secret@mail.example')
  const encoder = createEncoder()

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

it('gives the reason for a refusal', async () => {
  const refusal = createEncoder().encode(Buffer.from('<svg/>'), 'square')

  await expect(refusal).rejects.toBeInstanceOf(PictureError)
  await expect(refusal).rejects.toMatchObject({ code: 'not-a-picture' })
})

it('that is killed fails the waiting requests, and none after them', async () => {
  const encoder = createEncoder()
  await encoder.encode(picture, 'square')
  const waiting = Array.from({ length: 5 }, () => encoder.encode(picture, 'square'))

  process.kill(encoder.pid() ?? 0, 'SIGKILL')

  const ends = await Promise.allSettled(waiting)
  expect(ends.map((end) => end.status === 'rejected' && end.reason instanceof EncoderDied)).toEqual(
    Array(5).fill(true),
  )
  await expect(encoder.encode(picture, 'square')).resolves.not.toHaveLength(0)
})

it.skipIf(process.platform === 'win32')(
  'that hangs is killed after a while, and later requests succeed',
  async () => {
    const encoder = createEncoder(3_000)
    await encoder.encode(picture, 'square')
    const hanging = encoder.pid() ?? 0
    process.kill(hanging, 'SIGSTOP')

    const ends = await Promise.allSettled(
      Array.from({ length: 5 }, () => encoder.encode(picture, 'square')),
    )

    expect(
      ends.map((end) => end.status === 'rejected' && end.reason instanceof EncoderDied),
    ).toEqual(Array(5).fill(true))
    await expect(encoder.encode(picture, 'square')).resolves.not.toHaveLength(0)
    expect(encoder.pid()).not.toBe(hanging)
    expect(() => process.kill(hanging, 0)).toThrow('ESRCH')
  },
)
