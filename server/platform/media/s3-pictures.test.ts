import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { multipart } from '#tests/kit/multipart.ts'
import { agePictures } from '#tests/kit/pictures.ts'
import { TestS3 } from '#tests/kit/s3-server.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createKeptPictures } from './kept-pictures.ts'
import { createS3PictureStore } from './picture-store.ts'
import { createS3 } from './s3.ts'

describeShop('pictures in a bucket', (shop) => {
  const s3 = new TestS3()
  let app: FastifyInstance

  beforeAll(async () => {
    await s3.open()
    app = await createApp(
      readConfig({
        DEMO: 'off',
        LOG_LEVEL: 'silent',
        S3_ENDPOINT: s3.settings.endpoint,
        S3_BUCKET: s3.settings.bucket,
        S3_REGION: s3.settings.region,
        S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
      }),
      shop.db,
    )
    await app.ready()
  })
  beforeEach(() => {
    s3.objects.clear()
    s3.failures.length = 0
    s3.refused.length = 0
  })
  afterAll(async () => {
    await app.close()
    await s3.close()
  })

  async function upload({ token }: Person, background = 'red') {
    const create = { width: 90, height: 60, channels: 3 as const, background }
    const picture = await sharp({ create }).png().toBuffer()
    const form = multipart('image', picture)
    const reply = await app.inject({
      method: 'POST',
      url: '/api/auth/upload_images',
      payload: form.payload,
      headers: { authorization: `Bearer ${token}`, ...form.headers },
    })
    return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
  }

  it('are stored with signed requests, retried, and served at the usual addresses', async () => {
    s3.failures.push({ method: 'PUT', status: 503 }, { method: 'PUT', status: 500 })

    const { status, body } = await upload(await shop.customer())

    expect(status).toBe(200)
    expect([s3.refused, s3.failures]).toEqual([[], []])
    expect(s3.objects.size).toBe(8)
    const address: string = body.data.profileImage
    expect(address).toMatch(/^\/media\/[0-9a-f]{24}\/384\.webp$/)
    const picture = await app.inject(address)
    expect(picture.statusCode).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    const { format, width } = await sharp(picture.rawPayload).metadata()
    expect([format, width]).toEqual(['webp', 384])
    const small = await app.inject(address.replace('384.webp', '96.avif'))
    expect(small.headers['content-type']).toBe('image/avif')

    s3.failures.push({ method: 'GET', status: 403 })
    expect((await app.inject(address)).statusCode).toBe(503)
    for (const path of [
      `/media/${'a'.repeat(24)}/384.webp`,
      `/media/${'a'.repeat(24)}/..%2f..%2fsecret`,
      `/media/${'A'.repeat(24)}/384.webp`,
      `/media/${'a'.repeat(24)}/384.svg`,
    ]) {
      expect((await app.inject(path)).statusCode).toBe(404)
    }
  })

  it('are removed when another takes their place, which stays when they cannot be', async () => {
    const person = await shop.customer()
    const key = 'b'.repeat(24)
    s3.objects.set(`${key}/384.webp`, { bytes: Buffer.from('earlier'), type: 'image/webp' })
    await shop.sql`update app_user set picture_key = ${key} where id = ${person.id}`
    expect((await app.inject(`/media/${key}/384.webp`)).payload).toBe('earlier')
    await upload(person, 'blue')

    expect(s3.objects.size).toBe(8)
    expect((await app.inject(`/media/${key}/384.webp`)).statusCode).toBe(404)

    s3.failures.push(...Array(14).fill({ method: 'DELETE', status: 403 }))
    const answer = await upload(person, 'green')

    expect(answer.status).toBe(200)
    expect(s3.failures.length).toBeLessThan(14)
    expect((await app.inject(answer.body.data.profileImage)).statusCode).toBe(200)
  })

  it('that are stored in part are removed at once', async () => {
    const store = createS3PictureStore(createS3(s3.settings))
    s3.failures.push({ method: 'PUT', status: 403 })
    const files = [96, 192].map((width) => ({
      width,
      format: 'webp' as const,
      bytes: Buffer.from('a file'),
    }))

    const saved = store.save(files, 'c'.repeat(24))

    await expect(saved).rejects.toMatchObject({ code: 'unavailable' })
    expect([s3.failures, s3.objects.size]).toEqual([[], 0])
  })

  it('that are stored in part and cannot be removed are removed a day later', async () => {
    const person = await shop.customer()
    s3.failures.push({ method: 'PUT', status: 403 })
    s3.failures.push(...Array(14).fill({ method: 'DELETE', status: 403 }))

    const answer = await upload(person)

    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBeDefined()
    const rows = await shop.sql`select picture_key from app_user where id = ${person.id}`
    expect(rows).toEqual([{ picture_key: null }])
    expect(s3.objects.size).toBe(7)
    s3.failures.length = 0

    await agePictures(shop.db)
    const store = createS3PictureStore(createS3(s3.settings))
    await createKeptPictures(shop.db, store, async () => []).removeUnused()

    expect(s3.objects.size).toBe(0)
  })

  it('leave the pictures that came with the shop where they are', async () => {
    const reply = await app.inject('/media/category-phones/400.webp')

    expect(reply.statusCode).toBe(200)
    expect(s3.refused).toEqual([])
  })
})
