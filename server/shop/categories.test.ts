import { afterEach, beforeAll, expect, it } from 'vitest'
import type { CategoryEdit } from '#contract/admin.ts'
import { youngPictures } from '#tests/kit/pictures.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

const TAGLINE = { tagline: 'Calls and more', tagline_ar: 'مكالمات وأكثر' }

describeShop('the words and the picture of a category', (shop) => {
  let staff: Person
  const save = (form: Partial<CategoryEdit>, category = 'Phones') =>
    shop.call('PUT', `/api/admin/categories/${category}`, {
      token: staff.token,
      body: { name: '', name_ar: '', ...TAGLINE, picture_key: null, ...form },
    })
  const stored = async () =>
    (await shop.call('GET', '/api/admin/categories', staff)).body.categories
  const named = async () => (await shop.call('GET', '/api/config')).body.categories
  const card = async () => (await shop.call('GET', '/api/')).body.categories[0]

  beforeAll(async () => {
    staff = await shop.admin()
  })
  afterEach(async () => void (await save({})))

  it('are the own ones of the page until staff write some', async () => {
    await save({})
    expect(await named()).toEqual([])
    expect((await stored())[0]).toMatchObject({
      category: 'Phones',
      name: '',
      default_name: 'Phones',
      default_name_ar: 'الهواتف',
    })
    expect((await stored()).map(({ category }: { category: string }) => category)).toEqual([
      'Phones',
      'Accessories',
      'Electronics',
    ])
  })

  it('are read at once in settings, on the home page and by search engines', async () => {
    const details = '/api/admin/shop-details'
    const { token } = staff
    const { data } = (await shop.call('GET', details, { token })).body
    await shop.call('PUT', details, { token, body: { ...data, visitors: 'browse' } })
    const id = await shop.product({ category: 'Phones' })
    const pages = ['/', '/product-by-categroy/Phones', `/product/${id}`]
    const read = () => Promise.all(pages.map(async (page) => (await shop.call('GET', page)).text))
    // A page that a busy machine cannot render within a second is served without its screen.
    const allShow = (word: string) =>
      expect
        .poll(async () => (await read()).every((text) => text.includes(word)), { timeout: 60_000 })
        .toBe(true)
    await allShow('>Phones<')
    expect(await card()).toMatchObject({ name: 'Phones', ...TAGLINE })

    const words = { name: ' Handsets & <more>', name_ar: 'جوالات', tagline: '', tagline_ar: '' }
    expect((await save(words)).body.data).toMatchObject({ name: 'Handsets & <more>' })

    expect(await named()).toEqual([
      { category: 'Phones', name: 'Handsets & <more>', name_ar: 'جوالات' },
    ])
    expect(await card()).toMatchObject({ ...words, name: 'Phones' })
    for (const text of await read()) expect(text).not.toContain('>Phones<')
    await allShow('>Handsets &amp; &lt;more&gt;<')
    // URLs and filters keep the category's original name.
    const { body } = await shop.call('GET', '/api/products', { query: { category: 'Phones' } })
    expect(body.products[0]).toMatchObject({ id, category: 'Phones' })
  })

  it.for([
    [{ name: 'Handsets' }, ['Handsets', 'Handsets']],
    [{ name_ar: 'جوالات' }, ['Phones', 'جوالات']],
  ] as const)('in one language: %j', async ([words, [name, name_ar]]) => {
    await save(words)
    expect(await named()).toEqual([{ category: 'Phones', name, name_ar }])
  })

  it('come with a picture of their own, and another is kept for a day once it is not shown', async () => {
    const own = (await card()).profileImage
    // Uses a picture shipped with the shop; server/shop/manage-storefront.test.ts uploads one.
    const { data } = (await save({ picture_key: 'slide-phones' })).body
    expect(data).toMatchObject({ picture: '/media/slide-phones/800.webp', default_picture: own })
    expect((await card()).profileImage).toBe(data.picture)
    expect(await youngPictures(shop.db)).toEqual([])

    expect((await save({})).body.data).toMatchObject({ picture: own, picture_key: null })

    expect((await card()).profileImage).toBe(own)
    expect(await youngPictures(shop.db)).toEqual(['slide-phones'])
  })

  it.for([{ name: 'x'.repeat(61) }, { tagline_ar: 'x'.repeat(201) }, { picture_key: '../x' }])(
    'are refused: %j',
    async (wrong) => {
      const { status, body } = await save(wrong)
      expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(wrong)])
    },
  )

  it('are only for the three that there are', async () => {
    expect((await save({}, 'Toys')).status).toBe(404)
  })
})
