import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { agePictures } from '#tests/kit/pictures.ts'
import { describeShop } from '#tests/kit/shop.ts'
import {
  createKeptPictures,
  type KeptPictures,
  type PicturesInUse,
} from '../platform/media/kept-pictures.ts'
import { createPictureStore, type PictureStore } from '../platform/media/picture-store.ts'

/** Receives the application's own function that finds the pictures in use. */
const application = vi.hoisted((): { inUse?: PicturesInUse } => ({}))

vi.mock(import('../platform/media/kept-pictures.ts'), async (original) => {
  const real = await original()
  return {
    ...real,
    createKeptPictures: (db, store, inUse) => {
      application.inUse = inUse
      return real.createKeptPictures(db, store, inUse)
    },
  }
})

describeShop('pictures that nobody shows', (shop) => {
  let folder: string
  let store: PictureStore
  let pictures: KeptPictures
  let bytes: Buffer
  const kept = async () => (await readdir(folder)).sort()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'barq-pictures-'))
    store = await createPictureStore(folder)
    const { inUse } = application
    if (!inUse) throw new Error('the application did not call createKeptPictures')
    pictures = createKeptPictures(shop.db, store, inUse)
    const canvas = { width: 8, height: 8, channels: 3, background: '#d4a' } as const
    bytes = await sharp({ create: canvas }).png().toBuffer()
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('are removed a day after the upload, and the others stay', async () => {
    const [own, slide, logo, brand, face, main, second, ordered, unused] = await Promise.all(
      Array.from({ length: 9 }, () => pictures.save(bytes, 'square')),
    )
    const admin = await shop.admin()
    await shop.sql`update app_user set picture_key = ${face} where id = ${admin.id}`
    const product = await shop.product()
    const shown = [main, second].map((key) => ({ key, alt: '', alt_ar: '' }))
    await shop.sql`
      update product set pictures = ${JSON.stringify(shown)}::jsonb where id = ${product}`
    const [sold, customer] = [await shop.product(), await shop.customer()]
    await shop.call('POST', '/api/user/order', {
      token: customer.token,
      body: { orders: [{ Product: sold }] },
    })
    await shop.sql`update orders set picture_key = ${ordered} where product_id = ${sold}`
    await shop.sql`
      insert into slide (title, title_ar, subtitle, subtitle_ar, cta, cta_ar, link, picture_key,
        picture_alt, picture_alt_ar, is_active, position)
      values ('a', 'a', '', '', 'a', 'a', '/', ${slide}, '', '', false, 0)`
    await shop.sql`
      insert into partner (name, name_ar, logo, logo_ratio, is_active, position)
      values ('a', 'a', ${`/media/${logo}/800.webp`}, 1, true, 0)`

    await shop.sql`
      insert into brand (name, logo, position)
      values ('a', ${`/media/${brand}/800.webp`}, 0)`

    await shop.sql`update shop_details set logo = ${`/media/${own}/800.webp`}`

    await pictures.removeUnused()
    expect(await kept()).toContain(unused)
    await agePictures(shop.db)
    await Promise.all([pictures.removeUnused(), pictures.removeUnused()])

    expect(await kept()).toEqual([own, slide, logo, brand, face, main, second, ordered].sort())
    const rows = await shop.sql`select from new_picture`
    expect(rows).toEqual([])
  })

  it('stay for a day after they were retired, for open pages', async () => {
    const key = await pictures.save(bytes, 'square')
    await agePictures(shop.db)

    await pictures.retire(shop.db.run, [key, key])
    await pictures.removeUnused()
    expect(await kept()).toContain(key)
    await agePictures(shop.db)
    await pictures.removeUnused()

    expect(await kept()).not.toContain(key)
  })

  it('are removed even when an earlier removal failed', async () => {
    const key = await pictures.save(bytes, 'square')
    const broken = createKeptPictures(
      shop.db,
      { ...store, remove: () => Promise.reject(new Error('the disk is away')) },
      async () => [],
    )

    await expect(broken.remove(key)).rejects.toThrow('the disk is away')
    expect(await kept()).toContain(key)
    await pictures.removeUnused()

    expect(await kept()).not.toContain(key)
  })

  it('leave nothing behind when they are refused', async () => {
    const before = await kept()

    await expect(pictures.save(Buffer.from('no picture'), 'square')).rejects.toThrow()

    expect(await kept()).toEqual(before)
    const rows = await shop.sql`select from new_picture`
    expect(rows).toEqual([])
  })
})
