/** An order keeps its copy of the product's picture, even if the product is changed or deleted. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { multipart } from '#tests/kit/multipart.ts'
import { agePictures } from '#tests/kit/pictures.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { picturesOfProducts } from '../catalog/product-pictures.ts'
import { createKeptPictures, type PicturesInUse } from '../platform/media/kept-pictures.ts'
import { createPictureStore } from '../platform/media/picture-store.ts'
import { picturesOfOrders } from './order-pictures.ts'

describeShop('the picture of an order', (shop) => {
  it('stays when its product has lost it and no other product shows it', async () => {
    const [admin, customer] = [await shop.admin(), await shop.customer()]
    const id = await shop.product({ stock: 5 })
    const canvas = { width: 8, height: 8, channels: 3, background: '#d4a' } as const
    const png = await sharp({ create: canvas }).png().toBuffer()
    const upload = async () => {
      const file = { token: admin.token, ...multipart('image', png) }
      const { body } = await shop.call('POST', `/api/admin/products/${id}/pictures`, file)
      return body.data.pictures.at(-1).key
    }
    const shown = await upload()
    await shop.as(customer, 'POST', '/api/user/order', { orders: [{ Product: id }] })
    const unused = await upload()

    await shop.sql`update product set pictures = '[]' where id = ${id}`
    await agePictures(shop.db)
    const folder = join(shop.folder, 'media')
    const store = await createPictureStore(folder)
    const inUse: PicturesInUse = async (...asked) => [
      ...(await picturesOfProducts(...asked)),
      ...(await picturesOfOrders(...asked)),
    ]
    await createKeptPictures(shop.db, store, inUse).removeUnused()

    const isThere = (key: string) =>
      access(join(folder, key)).then(
        () => true,
        () => false,
      )
    expect([await isThere(shown), await isThere(unused)]).toEqual([true, false])
  })
})
