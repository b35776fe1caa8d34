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

  it.each([
    ['CA', 'K1A-0B1', 'K1A 0B1'],
    ['CA', 'k1a0b1', 'K1A 0B1'],
    ['PL', '00001', '00-001'],
    ['BR', '40301\u2013110', '40301-110'],
    ['BR', '40301110', '40301-110'],
    ['DE', 'D-10115', '10115'],
    ['FR', 'F-75001', '75001'],
    ['CH', 'CH-8001', '8001'],
    ['LI', 'FL-9490', '9490'],
    ['LU', 'L-1009', '1009'],
    ['MD', 'MD-2001', '2001'],
    ['LV', '1073', 'LV-1073'],
    ['AD', '100', 'AD100'],
    ['GB', 'eh1-1aa', 'EH1 1AA'],
    ['GB', 'w1a4zz', 'W1A 4ZZ'],
    ['GB', 'BFPO61', 'BFPO 61'],
    ['IE', 'a65f4e2', 'A65 F4E2'],
    ['JP', '〒１５４００２３', '154-0023'],
    ['SE', '11455', '114 55'],
    ['NL', '1234ab', '1234 AB'],
    ['US', '22162 1010', '22162-1010'],
    ['US', '95014', '95014'],
    ['SA', '١١٥٦٤', '11564'],
  ])('is stored with the postcode of %s in its own form: %s as %s', (country, written, stored) => {
    const { regions = [], fields = [] } = findCountry(country)?.format ?? {}
    const region = fields.some(({ name }) => name === 'region') ? (regions[0]?.code ?? null) : null

    expect(
      checkAddress({ ...LONDON, country, region, postcode: written, phone: '+442079460958' })
        .postcode,
    ).toBe(stored)
  })

  it('is refused for a postcode that names another country', () => {
    expect(
      wrongFields({ ...LONDON, country: 'DE', postcode: 'F-75001', phone: '+442079460958' }),
    ).toEqual(['postcode'])
  })

  it.each(['IQ', 'CR'])('needs no region in %s, which has no list of them', (country) => {
    const body = { ...LONDON, country, postcode: '', phone: '+442079460958' }

    expect(checkAddress(body)).toMatchObject({ region: null })
    expect(checkAddress({ ...body, region: 'Heredia' })).toMatchObject({ region: 'Heredia' })
  })

  it('takes a Mexican mobile as it was dialled until 2019', () => {
    expect(checkAddress({ ...DUBAI, phone: '+52 1 55 1234 5678' }).phone).toBe('+525512345678')
  })

  it('takes the phone of another country with its code, and digits of Arabic keyboards', () => {
    expect(checkAddress({ ...DUBAI, phone: '+44 20 7946 0958' }).phone).toBe('+442079460958')
    expect(checkAddress({ ...DUBAI, phone: '٠٥٠١٢٣٤٥٦٧' }).phone).toBe('+971501234567')
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
      'Layla Noor',
      'Al Wasl Road 12',
      'Villa 4',
      'دبي',
      'الإمارات العربية المتحدة',
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
        name: 'N',
        phone: '+971501234567',
        country,
        lines: ['L'],
        note: null,
        region: null,
        city: null,
        postcode: null,
        ...(parts as object),
      }).formatted.slice(1, -1)

    expect(shown('US', { city: 'Austin' })).toEqual(['L', 'Austin'])
    expect(shown('US', { city: 'Austin', region: 'TX', postcode: '73301' })).toEqual([
      'L',
      'Austin, TX 73301',
    ])
    expect(shown('IT', { city: 'Roma', region: 'RM', postcode: '00144' })).toEqual([
      'L',
      '00144 Roma RM',
    ])
    expect(shown('MX', { city: 'Tijuana', region: 'BCN', postcode: '22000' })).toEqual([
      'L',
      '22000 Tijuana, Baja California',
    ])
    expect(shown('FI', { city: 'Helsinki' })).toEqual(['L', 'Helsinki'])
    expect(shown('FI', { city: 'Helsinki', postcode: '00550' })).toEqual(['L', 'FI-00550 Helsinki'])
    expect(shown('BR', { city: 'Recife' })).toEqual(['L', 'Recife'])
  })
})
