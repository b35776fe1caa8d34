import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { readDemoCatalog } from '../demo/demo-catalog.ts'

describeShop('an empty shop', (shop) => {
  it('has the three categories, which promise nothing yet', async () => {
    const { categories } = await readDemoCatalog()
    const { body } = await shop.call('GET', '/api/')

    expect(body.products).toEqual([])
    expect(body.categories).toEqual(
      categories.map(({ category, name, picture }) => ({
        id: expect.any(Number),
        name: category,
        name_ar: name.ar,
        tagline: '',
        tagline_ar: '',
        profileImage: `/media/${picture.key}/800.webp`,
        products: 0,
      })),
    )
  })

  it.for([
    'javascript:alert(1)',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'http://plain.example',
  ])('refuses a slide that leads to %s', async (link) => {
    await expect(
      shop.sql`insert into slide (title, title_ar, cta, cta_ar, link, picture_key, position)
          values ('a', 'ا', 'b', 'ب', ${link}, 'slide-phones', 0)`,
    ).rejects.toThrow('slide_link_check')
  })
})
