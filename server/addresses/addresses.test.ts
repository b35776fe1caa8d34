import { describe, expect, it } from 'vitest'
import type { Address, AddressBody } from '#contract/addresses.ts'
import { ADDRESSES_MAX } from '#contract/limits.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const ADDRESSES = '/api/user/addresses'

describeShop('the address book', (shop) => {
  shop.keepInvariants()

  const add = (person: Person, more: Partial<AddressBody> = {}) =>
    shop.as(person, 'POST', ADDRESSES, { ...AN_ADDRESS, ...more })
  const replace = (person: Person, id: number, more: Partial<AddressBody>) =>
    shop.as(person, 'PUT', `${ADDRESSES}/${id}`, { ...AN_ADDRESS, ...more })
  const list = async (person: Person): Promise<Address[]> =>
    (await shop.as(person, 'GET', ADDRESSES)).body.data
  const remove = (person: Person, id: number) => shop.as(person, 'DELETE', `${ADDRESSES}/${id}`)
  const makeDefault = (person: Person, id: number) =>
    shop.as(person, 'POST', `${ADDRESSES}/${id}/default`)
  /** The names of the addresses; the default is marked with an asterisk. */
  const shown = async (person: Person) =>
    (await list(person)).map(({ name, isDefault }) => (isDefault ? `${name}*` : name))

  it('starts empty, and makes the first address the default', async () => {
    const person = await shop.customer()
    expect(await list(person)).toEqual([])

    const answer = await add(person, { isDefault: false, note: 'Ring twice' })

    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      data: {
        id: expect.any(Number),
        name: 'Layla Noor',
        phone: '+971501234567',
        phone_international: '+971 50 123 4567',
        country: 'AE',
        region: 'DU',
        city: null,
        lines: ['Al Wasl Road 12'],
        postcode: null,
        note: 'Ring twice',
        formatted: ['Layla Noor', 'Al Wasl Road 12', 'Dubai', 'United Arab Emirates'],
        formatted_ar: ['Layla Noor', 'Al Wasl Road 12', 'دبي', 'الإمارات العربية المتحدة'],
        isDefault: true,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    })
    expect(await list(person)).toEqual([answer.body.data])
  })

  it('has one default, which is passed on when it is deleted', async () => {
    const person = await shop.customer()
    const first = (await add(person, { name: 'first' })).body.data
    await add(person, { name: 'second' })
    const third = (await add(person, { name: 'third', isDefault: true })).body.data
    expect(await shown(person)).toEqual(['third*', 'second', 'first'])

    await replace(person, third.id, { name: 'moved', isDefault: false })
    expect(await shown(person)).toEqual(['moved*', 'second', 'first'])
    const again = await replace(person, first.id, { name: 'first again', isDefault: true })
    expect(again.status).toBe(200)
    expect(await shown(person)).toEqual(['first again*', 'moved', 'second'])

    expect((await remove(person, first.id)).body).toEqual({
      message: expect.any(String),
      data: first.id,
    })
    expect(await shown(person)).toEqual(['moved*', 'second'])
    await remove(person, third.id)
    expect(await shown(person)).toEqual(['second*'])
    expect((await remove(person, third.id)).status).toBe(404)
  })

  it('makes an address the default as it is now, not as a page last saw it', async () => {
    const person = await shop.customer()
    await add(person, { name: 'first' })
    const { id } = (await add(person, { name: 'second' })).body.data
    await replace(person, id, { name: 'edited elsewhere' })

    const answer = await makeDefault(person, id)

    expect([answer.status, answer.body.data.isDefault]).toEqual([200, true])
    expect(await shown(person)).toEqual(['edited elsewhere*', 'first'])
    expect(await list(person)).toContainEqual(answer.body.data)
  })

  it('says what is wrong with each field, in both languages', async () => {
    const { token } = await shop.customer()
    const body = { ...AN_ADDRESS, country: 'US', region: 'XX', phone: '1', postcode: 'SW1A 1AA' }
    const say = async (language: string) => {
      const headers = { 'accept-language': language }
      return (await shop.call('POST', ADDRESSES, { token, body, headers })).body.errors
    }

    expect(await say('en')).toEqual({
      phone: [
        'Enter a valid phone number. For a number in another country, start with + and the country code.',
      ],
      city: ['City is required.'],
      region: ['Choose an option from the list.'],
      postcode: ['Enter a valid postal code for this country, such as 95014.'],
    })
    expect(await say('ar')).toMatchObject({
      region: ['اختر من القائمة.'],
      // Isolated, since Arabic would turn the halves of 100-0001 around.
      postcode: ['أدخل رمزًا بريديًا صحيحًا لهذا البلد، مثل \u206695014\u2069.'],
    })
  })

  it("starts in the shop's country: where it is, or the only one that it delivers to or taxes", async () => {
    const { token } = await shop.customer()
    const home = async () => (await shop.call('GET', `${ADDRESSES}/countries`, { token })).body.home
    const set = (places: string[] | null, country: string | null) =>
      shop.sql`with seller as (update seller set country = ${country})
        update shipping_method set places = ${places}::text[]`

    await set(['AE-DU', 'AE-SH'], null)
    expect(await home()).toBe('AE')
    await set(['AE', 'SA'], null)
    expect(await home()).toBeNull()
    await shop.sql`insert into tax_rate (country, name, name_ar, basis_points)
      values ('SA', 'VAT', 'VAT', 1500)`
    expect(await home()).toBe('SA')
    // The seller's country is used only if the shop delivers there.
    await set(['AE', 'SA'], 'OM')
    expect(await home()).toBe('SA')
    await set(['OM-MA', 'SA'], 'OM')
    expect(await home()).toBe('OM')

    await set(null, null)
    await shop.sql`delete from tax_rate`
    expect(await home()).toBeNull()
  })

  it('tells what an address of a country consists of', async () => {
    const { token } = await shop.customer()

    const countries = await shop.call('GET', `${ADDRESSES}/countries`, { token })
    const emirates = await shop.call('GET', `${ADDRESSES}/format?country=AE`, { token })
    const nowhere = await shop.call('GET', `${ADDRESSES}/format?country=QQ`, { token })

    expect(countries.body.data).toContain('AE')
    expect(countries.body.home).toBeNull()
    expect(emirates.body.data).toMatchObject({
      country: 'AE',
      fields: [
        { name: 'lines', required: true },
        { name: 'region', required: true },
      ],
      regionKind: 'emirate',
      postcodeExample: null,
    })
    expect(emirates.body.data.regions).toHaveLength(7)
    expect(emirates.body.data.regions).toContainEqual({ code: 'DU', name: 'Dubai', name_ar: 'دبي' })
    expect(emirates.body.data.regions).toContainEqual(
      expect.objectContaining({ code: 'UQ', name_ar: 'أم القيوين' }),
    )
    expect(nowhere.status).toBe(404)
  })

  it('has one default, whatever the database is asked to store', async () => {
    const { id } = await shop.customer()
    const insert = () =>
      shop.sql`
        insert into address (user_id, name, phone, country, lines, is_default)
        values (${id}, 'N', '+971501234567', 'AE', '["L"]', true)`
    await insert()

    await expect(insert()).rejects.toThrow('address_default')
  })

  describe.each(volume([1], [1, 2, 3]))('at once, round %i,', () => {
    it('has one default of its first addresses, all of which want to be it', async () => {
      const person = await shop.customer()

      const answers = await Promise.all(
        Array.from({ length: 8 }, () => add(person, { isDefault: true })),
      )

      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    })

    it('has one default while two are made it and the default is deleted', async () => {
      const person = await shop.customer()
      const ids: number[] = []
      for (let count = 0; count < 4; count++) ids.push((await add(person)).body.data.id)
      const [first = 0, second = 0, third = 0, fourth = 0] = ids

      const answers = await Promise.all([
        replace(person, second, { isDefault: true }),
        remove(person, first),
        makeDefault(person, third),
        remove(person, fourth),
      ])

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    })

    it('holds no more than it may', async () => {
      const person = await shop.customer()

      const answers = await Promise.all(
        Array.from({ length: ADDRESSES_MAX + 5 }, () => add(person)),
      )

      const refused = answers.filter(({ status }) => status !== 201)
      expect(refused).toHaveLength(5)
      for (const { status, body } of refused) {
        expect([status, body.error]).toEqual([409, 'conflict'])
        expect(body.message).toContain(String(ADDRESSES_MAX))
      }
    })
  })
})
