/** Invented customers of the demo shop. Any resemblance to a real name is chance. */
import { DAY, HOUR, type PastCustomer } from './history-rows.ts'
import type { Random } from './random.ts'

export const DEMO_CUSTOMERS = 240
export const DEMO_DOMAIN = 'demo.barq.example'

/** Latin and Arabic letters of the same name. */
type Name = readonly [latin: string, arabic: string]

const ARABIC_FIRST: readonly Name[] = [
  ['Layla', 'ليلى'],
  ['Omar', 'عمر'],
  ['Maryam', 'مريم'],
  ['Yousef', 'يوسف'],
  ['Noor', 'نور'],
  ['Khalid', 'خالد'],
  ['Salma', 'سلمى'],
  ['Tariq', 'طارق'],
  ['Huda', 'هدى'],
  ['Faris', 'فارس'],
  ['Rania', 'رانيا'],
  ['Ziad', 'زياد'],
  ['Aisha', 'عائشة'],
  ['Karim', 'كريم'],
  ['Dana', 'دانة'],
  ['Hassan', 'حسن'],
  ['Jana', 'جنى'],
  ['Bilal', 'بلال'],
  ['Sara', 'سارة'],
  ['Majid', 'ماجد'],
  ['Reem', 'ريم'],
  ['Anas', 'أنس'],
  ['Lubna', 'لبنى'],
  ['Samir', 'سمير'],
]

const ARABIC_LAST: readonly Name[] = [
  ['Nassar', 'نصار'],
  ['Darwish', 'درويش'],
  ['Qasim', 'قاسم'],
  ['Shami', 'الشامي'],
  ['Mansour', 'منصور'],
  ['Rashid', 'راشد'],
  ['Khoury', 'خوري'],
  ['Jaber', 'جابر'],
  ['Saleh', 'صالح'],
  ['Hamdan', 'حمدان'],
  ['Barakat', 'بركات'],
  ['Najjar', 'النجار'],
  ['Sabbagh', 'الصباغ'],
  ['Awad', 'عوض'],
  ['Fayez', 'فايز'],
  ['Tamimi', 'التميمي'],
  ['Suleiman', 'سليمان'],
  ['Badawi', 'بدوي'],
]

const OTHER_FIRST = [
  ...['Anna', 'Mateo', 'Priya', 'Jonas', 'Mei', 'Tunde', 'Elif', 'Pavel', 'Chloe', 'Arjun'],
  ...['Ingrid', 'Diego', 'Amara', 'Luca', 'Sofia', 'Kenji', 'Nadia', 'Viktor', 'Grace', 'Imran'],
] as const

const OTHER_LAST = [
  ...['Lindqvist', 'Ferrando', 'Menon', 'Okafor', 'Tanaka', 'Keller', 'Novak', 'Demir', 'Sharma'],
  ...['Moreau', 'Pereira', 'Bakker', 'Osei', 'Rossi', 'Walsh', 'Ivanov', 'Santos', 'Hughes'],
] as const

const ARABIC_PLACES: ReadonlyArray<{ city: Name; country: Name }> = [
  { city: ['Dubai', 'دبي'], country: ['United Arab Emirates', 'الإمارات العربية المتحدة'] },
  { city: ['Abu Dhabi', 'أبوظبي'], country: ['United Arab Emirates', 'الإمارات العربية المتحدة'] },
  { city: ['Sharjah', 'الشارقة'], country: ['United Arab Emirates', 'الإمارات العربية المتحدة'] },
  { city: ['Riyadh', 'الرياض'], country: ['Saudi Arabia', 'المملكة العربية السعودية'] },
  { city: ['Jeddah', 'جدة'], country: ['Saudi Arabia', 'المملكة العربية السعودية'] },
  { city: ['Amman', 'عمّان'], country: ['Jordan', 'الأردن'] },
  { city: ['Cairo', 'القاهرة'], country: ['Egypt', 'مصر'] },
  { city: ['Muscat', 'مسقط'], country: ['Oman', 'عُمان'] },
  { city: ['Doha', 'الدوحة'], country: ['Qatar', 'قطر'] },
  { city: ['Kuwait City', 'مدينة الكويت'], country: ['Kuwait', 'الكويت'] },
  { city: ['Manama', 'المنامة'], country: ['Bahrain', 'البحرين'] },
  { city: ['Beirut', 'بيروت'], country: ['Lebanon', 'لبنان'] },
]

const OTHER_PLACES = [
  ...['Dubai, United Arab Emirates', 'Dubai, United Arab Emirates', 'Istanbul, Türkiye'],
  ...['Mumbai, India', 'London, United Kingdom', 'Berlin, Germany', 'Lagos, Nigeria'],
  ...['Toronto, Canada', 'Madrid, Spain', 'Singapore, Singapore', 'Nairobi, Kenya'],
] as const

/** They joined one by one since the shop opened, many of them in its first days. */
export function inventCustomers(random: Random, openedAt: number, now: number): PastCustomer[] {
  const known = new Set<string>()
  const joined = Array.from({ length: DEMO_CUSTOMERS }, () =>
    random.chance(0.25)
      ? openedAt + random.between(0, 3 * DAY)
      : random.between(openedAt + DAY, now - 2 * HOUR),
  ).sort((a, b) => a - b)
  return joined.map((joinedAt) => {
    for (;;) {
      const customer = inventCustomer(random, joinedAt)
      if (!known.has(customer.email)) {
        known.add(customer.email)
        return customer
      }
    }
  })
}

function inventCustomer(random: Random, joinedAt: number): PastCustomer {
  return random.chance(0.62) ? arabicCustomer(random, joinedAt) : otherCustomer(random, joinedAt)
}

function arabicCustomer(random: Random, joinedAt: number): PastCustomer {
  const first = random.pick(ARABIC_FIRST)
  const last = random.pick(ARABIC_LAST)
  const { city, country } = random.pick(ARABIC_PLACES)
  const isArabic = random.chance(0.7)
  const letters = isArabic ? 1 : 0
  return {
    username: `${first[letters]} ${last[letters]}`,
    email: addressOf(first[0], last[0]),
    city: city[letters],
    country: country[letters],
    locale: isArabic ? 'ar' : 'en',
    joinedAt,
  }
}

function otherCustomer(random: Random, joinedAt: number): PastCustomer {
  const first = random.pick(OTHER_FIRST)
  const last = random.pick(OTHER_LAST)
  const [city = '', country = ''] = random.pick(OTHER_PLACES).split(', ')
  const username = `${first} ${last}`
  return { username, email: addressOf(first, last), city, country, locale: 'en', joinedAt }
}

function addressOf(first: string, last: string): string {
  return `${first}.${last}@${DEMO_DOMAIN}`.toLowerCase()
}
