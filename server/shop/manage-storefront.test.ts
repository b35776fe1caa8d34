import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import type { AdminSlide, PartnerForm, SlideForm } from '#contract/admin.ts'
import { STOREFRONT_ROWS_MAX } from '#contract/limits.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { agePictures, youngPictures } from '#tests/kit/pictures.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

const SLIDE: SlideForm = {
  title: 'Sale',
  title_ar: 'تخفيضات',
  subtitle: 'This week',
  subtitle_ar: 'هذا الأسبوع',
  cta: 'Look',
  cta_ar: 'انظر',
  link: '/product-by-categroy/Phones',
  picture_key: 'category-phones',
  alt: 'phones',
  alt_ar: 'هواتف',
  is_active: true,
}

const PARTNER: PartnerForm = {
  name: 'Orvane',
  name_ar: 'أورفان',
  logo: '/media/brands/orvane.svg',
  logo_ratio: 2.5,
  link: null,
  is_active: true,
}

describeShop('the storefront', (shop) => {
  let admin: Person
  const call = (method: string, path: string, body?: unknown) =>
    shop.call(method, `/api/admin/${path}`, { token: admin.token, body })
  const shown = async () => (await shop.call('GET', '/api/shop-window')).body
  const titles = (slides: AdminSlide[]) => slides.map(({ title }) => title)

  beforeAll(async () => {
    admin = await shop.admin()
  })

  it('gets slides, whose order and active switch apply to customers', async () => {
    expect((await shown()).slides).toEqual([])
    const first = await call('POST', 'slides', SLIDE)
    const second = await call('POST', 'slides', { ...SLIDE, title: 'New' })
    const third = await call('POST', 'slides', { ...SLIDE, title: 'Hidden', is_active: false })
    expect([first, second, third].map(({ status }) => status)).toEqual([201, 201, 201])
    const [one, two, three] = [first, second, third].map(({ body }) => body.data.id)

    const ordered = await call('PUT', 'slides', { ids: [two, three, one] })

    expect(titles(ordered.body.slides)).toEqual(['New', 'Hidden', 'Sale'])
    await expect
      .poll(async () => titles((await shown()).slides), { timeout: 60_000 })
      .toEqual(['New', 'Sale'])
    const off = await call('PUT', `slides/${two}`, { ...SLIDE, title: 'New', is_active: false })
    expect(off.body.data).toMatchObject({ id: two, is_active: false, position: 0 })
    await call('DELETE', `slides/${one}`)
    await expect.poll(async () => (await shown()).slides, { timeout: 60_000 }).toEqual([])
    expect(titles((await call('GET', 'slides')).body.slides)).toEqual(['New', 'Hidden'])
    const rows = await shop.sql<{ action: string }>`
      select action from audit_entry where entity = 'slide' order by id`
    expect(rows.map(({ action }) => action)).toEqual([
      'create',
      'create',
      'create',
      'reorder',
      'edit',
      'delete',
    ])
  })

  it('gets partners', async () => {
    const { body } = await call('POST', 'partners', PARTNER)
    const { id } = body.data
    const other = await call('POST', 'partners', { ...PARTNER, name: 'Terruk' })

    const changed = await call('PUT', `partners/${id}`, {
      ...PARTNER,
      link: 'https://orvane.example',
      logo_ratio: undefined,
    })
    const ordered = await call('PUT', 'partners', { ids: [other.body.data.id, id] })

    expect(changed.body.data).toMatchObject({ link: 'https://orvane.example', logo_ratio: 2.5 })
    expect(ordered.body.partners.map(({ name }: PartnerForm) => name)).toEqual(['Terruk', 'Orvane'])
    expect((await call('DELETE', `partners/${id}`)).status).toBe(200)
    expect((await call('GET', 'partners')).body.partners).toHaveLength(1)
  })

  it('accepts a picture, and retires it with its slide', async () => {
    const bytes = await sharp({
      create: { width: 60, height: 40, channels: 3, background: 'teal' },
    })
      .png()
      .toBuffer()
    const upload = await shop.call('POST', '/api/admin/pictures', {
      token: admin.token,
      ...multipart('image', bytes),
    })
    expect(upload.status).toBe(201)
    const { body } = await call('POST', 'slides', { ...SLIDE, picture_key: upload.body.key })
    expect(body.data.picture).toBe(upload.body.url)
    expect((await shop.call('GET', upload.body.url)).status).toBe(200)

    await agePictures(shop.db)
    await call('DELETE', `slides/${body.data.id}`)

    expect(await youngPictures(shop.db)).toEqual([upload.body.key])
    expect((await shop.call('GET', upload.body.url)).status).toBe(200)
    const bad = await shop.call('POST', '/api/admin/pictures', {
      token: admin.token,
      ...multipart('image', 'no picture'),
    })
    expect(bad.status).toBe(422)
  })

  it.for([
    ['slides', 'link', { link: 'javascript:alert(1)' }],
    ['slides', 'link', { link: '//evil.example' }],
    ['slides', 'link', { link: '/summer-sale' }],
    ['slides', 'title', { title: ' ' }],
    ['slides', 'picture_key', { picture_key: '../../etc' }],
    ['slides', 'is_active', { is_active: 'yes' }],
    ['partners', 'logo', { logo: 'https://elsewhere.example/x.svg' }],
    ['partners', 'link', { link: '/\\evil' }],
    ['partners', 'link', { link: '/product/first' }],
    ['partners', 'logo_ratio', { logo_ratio: 0 }],
  ] as const)('refuses in %s a wrong %s', async ([list, field, wrong]) => {
    const form = list === 'slides' ? SLIDE : PARTNER

    const { status, body } = await call('POST', list, { ...form, ...wrong })

    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })

  it.for(['/', '/contact/', '/user/product/show?search=case#list', 'https://elsewhere.example'])(
    'accepts a link to %s',
    async (link) => {
      expect((await call('POST', 'slides', { ...SLIDE, link })).status).toBe(201)
    },
  )

  it('turns a slide with a wrong link off, but not on', async () => {
    const off = { ...SLIDE, link: '/summer-sale', is_active: false }
    const { body } = await call('POST', 'slides', off)

    expect((await call('PUT', `slides/${body.data.id}`, off)).status).toBe(200)
    const on = await call('PUT', `slides/${body.data.id}`, { ...off, is_active: true })
    expect(on.body.errors).toEqual({ link: ['The shop has no page at this path.'] })
  })

  it('refuses an incomplete order, and ids that do not exist', async () => {
    const { body } = await call('POST', 'slides', SLIDE)
    const all = (await call('GET', 'slides')).body.slides.map(({ id }: AdminSlide) => id)

    for (const ids of [[body.data.id], [...all, 999_999], [...all, all[0]]]) {
      expect((await call('PUT', 'slides', { ids })).status).toBe(422)
    }
    expect((await call('PUT', 'slides/999999', SLIDE)).status).toBe(404)
    expect((await call('DELETE', 'partners/999999')).status).toBe(404)
  })
})

describeShop('a full storefront', (shop) => {
  it('accepts no more than can be put in order, until one is deleted', async () => {
    const { token } = await shop.admin()
    const add = () => shop.call('POST', '/api/admin/partners', { token, body: PARTNER })
    const { id } = (await add()).body.data
    await shop.sql`
      insert into partner (name, name_ar, logo, position)
      select name, name_ar, logo, copy
      from partner cross join generate_series(1, ${STOREFRONT_ROWS_MAX - 2}::integer) copy`

    const atOnce = await Promise.all(Array.from({ length: 5 }, add))

    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect((await shop.call('DELETE', `/api/admin/partners/${id}`, { token })).status).toBe(200)
    expect((await add()).status).toBe(201)
    expect((await add()).status).toBe(409)
  })
})
