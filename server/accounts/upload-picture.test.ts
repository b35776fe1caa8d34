import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'

describeShop('uploading the own picture', (shop) => {
  let person: Person
  let first: string
  beforeAll(async () => {
    person = await shop.customer()
  })

  it('serves it in every size, and shows it on the profile', async () => {
    const answer = await upload(shop, person, await picture())

    expect(answer.status).toBe(200)
    first = answer.body.data.profileImage
    expect(first).toMatch(/^\/media\/[0-9a-f]{24}\/384\.webp$/)
    const profile = await shop.call('GET', '/api/auth/user', { token: person.token })
    expect(profile.body.profileImage).toBe(first)
    for (const size of ['96.avif', '192.webp', '800.webp']) {
      const file = await shop.app.inject(first.replace('384.webp', size))
      expect([file.statusCode, file.headers['content-type']]).toEqual([
        200,
        `image/${size.split('.')[1]}`,
      ])
    }
  })

  it('encodes one at a time per account, whatever other accounts do, and removes the one before', async () => {
    const other = await shop.customer()
    const bytes = await picture()
    const [locked, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // A picture gets a row in `new_picture` before it is encoded: no upload passes this lock.
    const holding = inTransaction(shop.db, async (tx) => {
      await sql`lock table new_picture in exclusive mode`.execute(tx)
      locked.resolve()
      await refused.promise
    })
    await locked.promise

    const statuses: number[] = []
    const uploads = [other, ...Array<Person>(6).fill(person)].map(async (one) => {
      const answer = await upload(shop, one, bytes)
      statuses.push(answer.status)
      return answer
    })
    await expect.poll(() => statuses).toEqual(Array(5).fill(429))
    refused.resolve()
    await holding

    const [others, ...own] = await Promise.all(uploads)
    expect(others?.status).toBe(200)
    expect(own.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, headers } of own) {
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await shop.app.inject(first)).statusCode).toBe(404)
    expect((await upload(shop, person, Buffer.from('nothing'))).status).toBe(422)
  })
})

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
}

function upload(shop: Shop, { token }: Person, bytes: Buffer) {
  const form = multipart('image', bytes, { type: 'image/jpeg' })
  return shop.call('POST', '/api/auth/upload_images', { token, ...form })
}
