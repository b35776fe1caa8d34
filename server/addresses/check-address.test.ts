import { describe, expect, it } from 'vitest'
import type { AddressBody } from '#contract/addresses.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { COUNTRIES, findCountry } from './address-formats.ts'
import { toDeliveryAddress } from './address-text.ts'
import { checkAddress } from './check-address.ts'

const DUBAI: AddressBody = { ...AN_ADDRESS, lines: ['Al Wasl Road 12', 'Villa 4'] }
const LONDON: AddressBody = {
  name: 'Sam Hill',
  phone: '020 7946 0958',
  country: 'GB',
  city: 'London',
  lines: ['221B Baker Street'],
  postcode: 'nw1 6xe',
}

/** The fields that are refused. */
function wrongFields(body: AddressBody): string[] {
  try {
    checkAddress(body)
    return []
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return Object.keys(error.extras.errors ?? {})
  }
}

describe('an address', () => {
  it('is stored with its phone in E.164, and without what is empty', () => {
    expect(checkAddress({ ...DUBAI, lines: ['Al Wasl Road 12'], note: '' })).toEqual({
      name: 'Layla Noor',
      phone: '+971501234567',
      country: 'AE',
      region: 'DU',
      city: null,
      lines: ['Al Wasl Road 12'],
      postcode: null,
      note: null,
    })
  })

  it('keeps no part that addresses of its country do not have', () => {
    const body = { ...DUBAI, city: 'Dubai', postcode: '00000' }

    expect(checkAddress(body)).toMatchObject({ city: null, postcode: null })
  })

  it.each([
    ['nothing', DUBAI, []],
    ['nothing', LONDON, []],
    ['no emirate', { ...DUBAI, region: null }, ['region']],
    ['an emirate that is not one', { ...DUBAI, region: 'CA' }, ['region']],
    ['a phone of no country', { ...DUBAI, phone: '12' }, ['phone']],
    ['letters for a phone', { ...DUBAI, phone: 'call me' }, ['phone']],
    ['no city, postcode', { ...LONDON, city: '', postcode: '' }, ['city', 'postcode']],
    ['a postcode of another country', { ...LONDON, postcode: '94016' }, ['postcode']],
    ['an unknown country', { ...LONDON, country: 'QQ' }, ['country']],
    ['a country in small letters', { ...LONDON, country: 'gb' }, ['country']],
    ['a name of a file', { ...LONDON, country: '..' }, ['country']],
  ])('is refused for %s', (_, body, fields) => {
    expect(wrongFields(body)).toEqual(fields)
  })

  it('is stored whatever its lines are made of', () => {
    expect(checkAddress({ ...DUBAI, lines: ['half a \ud83d pair'] }).lines).toEqual([
      'half a \ufffd pair',
    ])
  })

  it('takes the phone of another country with its code, and digits of Arabic keyboards', () => {
    expect(checkAddress({ ...DUBAI, phone: '+44 20 7946 0958' }).phone).toBe('+442079460958')
    expect(checkAddress({ ...DUBAI, phone: '٠٥٠١٢٣٤٥٦٧' }).phone).toBe('+971501234567')
    const riyadh = { ...DUBAI, country: 'SA', region: null, city: 'الرياض', phone: '0501234567' }
    expect(checkAddress({ ...riyadh, postcode: '١١٥٦٤' }).postcode).toBe('11564')
  })
})

it('the formats are of every country, and can be filled in', () => {
  expect(COUNTRIES.length).toBeGreaterThan(240)
  for (const code of COUNTRIES) {
    const names = findCountry(code)?.format.fields.map(({ name }) => name) ?? []
    expect(names, code).toContain('lines')
    expect(new Set(names).size, code).toBe(names.length)
  }
})

describe('an address as people read it', () => {
  it('is in the order of its country, in both languages', () => {
    const { formatted_ar } = toDeliveryAddress(checkAddress(DUBAI))

    expect(formatted_ar).toEqual([
      ...['Layla Noor', 'Al Wasl Road 12', 'Villa 4'],
      ...['دبي', 'الإمارات العربية المتحدة'],
    ])
    expect(toDeliveryAddress(checkAddress(LONDON)).formatted).toEqual([
      'Sam Hill',
      '221B Baker Street',
      'London',
      'NW1 6XE',
      'United Kingdom',
    ])
  })

  it('has no separators around what is missing', () => {
    const shown = (country: string, parts: Partial<AddressBody>) =>
      toDeliveryAddress({
        ...{ name: 'N', phone: '+971501234567', country, lines: ['L'], note: null },
        ...{ region: null, city: null, postcode: null },
        ...(parts as object),
      }).formatted.slice(1, -1)

    expect(shown('US', { city: 'Austin' })).toEqual(['L', 'Austin'])
    expect(shown('US', { city: 'Austin', region: 'TX', postcode: '73301' })).toEqual([
      'L',
      'Austin, Texas 73301',
    ])
    expect(shown('FI', { city: 'Helsinki' })).toEqual(['L', 'Helsinki'])
    expect(shown('FI', { city: 'Helsinki', postcode: '00550' })).toEqual(['L', 'FI-00550 Helsinki'])
    expect(shown('BR', { city: 'Recife' })).toEqual(['L', 'Recife'])
  })
})
