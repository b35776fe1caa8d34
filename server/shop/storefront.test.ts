import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { readDemoCatalog } from '../demo/demo-catalog.ts'

describeShop('an empty shop', (shop) => {
  it('has the three categories, with the texts of the demo catalogue', async () => {
    const { categories } = await readDemoCatalog()
    const { body } = await shop.call('GET', '/api/')

    expect(body.products).toEqual([])
    expect(body.categories).toEqual(
      categories.map(({ category, name, tagline, picture }) => ({
        id: expect.any(Number),
        name: category,
        name_ar: name.ar,
        tagline: tagline.en,
        tagline_ar: tagline.ar,
        profileImage: `/media/${picture.key}/800.webp`,
        products: 0,
      })),
    )
  })

  it('has no slides and no partners', async () => {
    const { status, body, headers } = await shop.call('GET', '/api/shop-window')

    expect(status).toBe(200)
    expect(body).toEqual({ slides: [], partners: [] })
    expect(headers.etag).toBeTruthy()
  })

  it.for([
    'javascript:alert(1)',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'http://plain.example',
  ])('refuses a slide that leads to %s', async (link) => {
    await expect(
      sql`insert into slide (title, title_ar, cta, cta_ar, link, picture_key, position)
          values ('a', 'ا', 'b', 'ب', ${link}, 'slide-phones', 0)`.execute(shop.db.run),
    ).rejects.toThrow('slide_link_check')
  })
})

describeShop('a storefront', (shop) => {
  it('shows the active ones, in display order', async () => {
    for (const [title, position, active] of [
      ['second', 2, true],
      ['hidden', 0, false],
      ['first', 1, true],
    ] as const) {
      await sql`
        insert into slide (title, title_ar, cta, cta_ar, link, picture_key, position, is_active)
        values (${title}, 'ا', 'b', 'ب', '/', 'slide-phones', ${position}, ${active})`.execute(
        shop.db.run,
      )
    }

    const { body } = await shop.call('GET', '/api/shop-window')

    expect(body.slides.map(({ title }: { title: string }) => title)).toEqual(['first', 'second'])
  })
})
