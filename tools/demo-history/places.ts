/** Where the made-up customers live, and their addresses there. */
import type { StoredAddress } from '#server/platform/db/tables.ts'
import type { Random } from '#tests/kit/random.ts'

export type Name = readonly [latin: string, arabic: string]

interface Country {
  name: Name
  code: string
  /** The prefix of mobile numbers in E.164 format; four digits follow. */
  phone: string
}

export interface Place {
  country: Country
  city: Name
  /** The region's key in the address format of the country; null if addresses have no region. */
  region: string | null
  postcode: string | null
  streets: readonly Name[]
}

/** Codes of countries whose addresses have no city, because the region or, in Singapore, the country names it. */
const WITHOUT_CITY: ReadonlySet<string> = new Set(['AE', 'SG'])

const EMIRATES: Country = {
  name: ['United Arab Emirates', 'الإمارات العربية المتحدة'],
  code: 'AE',
  phone: '+97150123',
}
const SAUDI_ARABIA: Country = {
  name: ['Saudi Arabia', 'المملكة العربية السعودية'],
  code: 'SA',
  phone: '+96651234',
}

const DUBAI: Place = {
  country: EMIRATES,
  city: ['Dubai', 'دبي'],
  region: 'DU',
  postcode: null,
  streets: [
    ['Al Wasl Road', 'شارع الوصل'],
    ['Marina Walk', 'ممشى المارينا'],
  ],
}

export const ARABIC_PLACES: readonly Place[] = [
  DUBAI,
  {
    country: EMIRATES,
    city: ['Abu Dhabi', 'أبوظبي'],
    region: 'AZ',
    postcode: null,
    streets: [
      ['Corniche Street', 'شارع الكورنيش'],
      ['Hamdan Street', 'شارع حمدان'],
    ],
  },
  {
    country: EMIRATES,
    city: ['Sharjah', 'الشارقة'],
    region: 'SH',
    postcode: null,
    streets: [['King Faisal Street', 'شارع الملك فيصل']],
  },
  {
    country: SAUDI_ARABIA,
    city: ['Riyadh', 'الرياض'],
    region: null,
    postcode: '11564',
    streets: [
      ['Olaya Street', 'شارع العليا'],
      ['King Fahd Road', 'طريق الملك فهد'],
    ],
  },
  {
    country: SAUDI_ARABIA,
    city: ['Jeddah', 'جدة'],
    region: null,
    postcode: '21577',
    streets: [['Tahlia Street', 'شارع التحلية']],
  },
  {
    country: { name: ['Jordan', 'الأردن'], code: 'JO', phone: '+96279012' },
    city: ['Amman', 'عمّان'],
    region: null,
    postcode: '11937',
    streets: [['Rainbow Street', 'شارع الرينبو']],
  },
  {
    country: { name: ['Egypt', 'مصر'], code: 'EG', phone: '+20100123' },
    city: ['Cairo', 'القاهرة'],
    region: 'C',
    postcode: '11511',
    streets: [['Talaat Harb Street', 'شارع طلعت حرب']],
  },
  {
    country: { name: ['Oman', 'عُمان'], code: 'OM', phone: '+9689212' },
    city: ['Muscat', 'مسقط'],
    region: null,
    postcode: '133',
    streets: [['Sultan Qaboos Street', 'شارع السلطان قابوس']],
  },
  {
    country: { name: ['Qatar', 'قطر'], code: 'QA', phone: '+9743312' },
    city: ['Doha', 'الدوحة'],
    region: null,
    postcode: null,
    streets: [['Al Sadd Street', 'شارع السد']],
  },
  {
    country: { name: ['Kuwait', 'الكويت'], code: 'KW', phone: '+9655001' },
    city: ['Kuwait City', 'مدينة الكويت'],
    region: null,
    postcode: '13001',
    streets: [['Arabian Gulf Street', 'شارع الخليج العربي']],
  },
  {
    country: { name: ['Bahrain', 'البحرين'], code: 'BH', phone: '+9733600' },
    city: ['Manama', 'المنامة'],
    region: null,
    postcode: '317',
    streets: [['Government Avenue', 'شارع الحكومة']],
  },
  {
    country: { name: ['Lebanon', 'لبنان'], code: 'LB', phone: '+9617112' },
    city: ['Beirut', 'بيروت'],
    region: null,
    postcode: null,
    streets: [['Hamra Street', 'شارع الحمراء']],
  },
]

/** Dubai is listed twice, so that more customers live there than anywhere else. */
export const OTHER_PLACES: readonly Place[] = [
  DUBAI,
  DUBAI,
  elsewhere('TR', 'Türkiye', 'Istanbul', 'İstiklal Caddesi', '+90501234', {
    region: '34',
    postcode: '34430',
  }),
  elsewhere('IN', 'India', 'Mumbai', 'Linking Road', '+91812345', {
    region: 'MH',
    postcode: '400050',
  }),
  elsewhere('GB', 'United Kingdom', 'London', 'Exmouth Market', '+44740012', {
    postcode: 'EC1R 4QE',
  }),
  elsewhere('DE', 'Germany', 'Berlin', 'Bergmannstraße', '+491512345', { postcode: '10961' }),
  elsewhere('NG', 'Nigeria', 'Lagos', 'Awolowo Road', '+234802123', {
    region: 'LA',
    postcode: '106104',
  }),
  elsewhere('CA', 'Canada', 'Toronto', 'Queen Street West', '+1506234', {
    region: 'ON',
    postcode: 'M5V 2A8',
  }),
  elsewhere('ES', 'Spain', 'Madrid', 'Calle de Fuencarral', '+3461234', {
    region: 'M',
    postcode: '28004',
  }),
  elsewhere('SG', 'Singapore', 'Singapore', 'Joo Chiat Road', '+658123', { postcode: '427700' }),
  elsewhere('KE', 'Kenya', 'Nairobi', 'Ngong Road', '+25471212', { postcode: '00100' }),
]

function elsewhere(
  code: string,
  country: string,
  city: string,
  street: string,
  phone: string,
  { region = null, postcode = null }: Partial<Pick<Place, 'region' | 'postcode'>>,
): Place {
  return {
    country: { name: [country, country], code, phone },
    city: [city, city],
    region,
    postcode,
    streets: [[street, street]],
  }
}

/** @param letters 0 for Latin, 1 for Arabic */
export function inventAddress(
  random: Random,
  name: string,
  { country, city, region, postcode, streets }: Place,
  letters: 0 | 1,
): StoredAddress {
  const street = random.pick(streets)[letters]
  const line =
    letters === 1
      ? `${street}، مبنى ${random.whole(2, 180)}، شقة ${random.whole(1, 60)}`
      : `${random.whole(2, 180)} ${street}`
  return {
    name,
    phone: `${country.phone}${random.whole(1_000, 9_999)}`,
    country: country.code,
    region,
    city: WITHOUT_CITY.has(country.code) ? null : city[letters],
    lines: [line],
    postcode,
    note: null,
  }
}
