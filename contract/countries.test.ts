import { expect, it } from 'vitest'
import { countryCode, countryText } from './countries.ts'

it.each([
  ['ae', 'AE'],
  [' UAE ', 'AE'],
  ['United Arab Emirates', 'AE'],
  ['الإمارات العربية المتحدة', 'AE'],
  ['UK', 'GB'],
  ['france', 'FR'],
  ['Russia', 'RU'],
  ['USA', 'US'],
  ['U.K.', 'GB'],
  ['KSA', 'SA'],
  ['السعودية', 'SA'],
  ['الامارات', 'AE'],
  ['عمان', 'OM'],
  ['Cote d’Ivoire', 'CI'],
  ['Narnia', null],
  ['', null],
])('%j is the country %s', (written, code) => {
  expect(countryCode(written)).toBe(code)
})

it('a country is shown in the language of the page, any other text as it is', () => {
  expect(countryText('Germany', 'ar')).toBe('ألمانيا')
  expect(countryText('ألمانيا', 'en')).toBe('Germany')
  expect(countryText('Narnia', 'ar')).toBe('Narnia')
})
