/** Made-up customers of the demo shop. Any resemblance to a real name is a coincidence. */
import { DEMO_CUSTOMER } from '#server/demo/demo-accounts.ts'
import { createRandom, type Random } from '#tests/kit/random.ts'
import { DAY, HOUR, type PastCustomer } from './history-rows.ts'
import { ARABIC_PLACES, inventAddress, type Name, OTHER_PLACES } from './places.ts'

const DEMO_CUSTOMERS = 240
const DEMO_DOMAIN = 'demo.barq.example'

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
  'Anna',
  'Mateo',
  'Priya',
  'Jonas',
  'Mei',
  'Tunde',
  'Elif',
  'Pavel',
  'Chloe',
  'Arjun',
  'Ingrid',
  'Diego',
  'Amara',
  'Luca',
  'Sofia',
  'Kenji',
  'Nadia',
  'Viktor',
  'Grace',
  'Imran',
] as const

const OTHER_LAST = [
  'Lindqvist',
  'Ferrando',
  'Menon',
  'Okafor',
  'Tanaka',
  'Keller',
  'Novak',
  'Demir',
  'Sharma',
  'Moreau',
  'Pereira',
  'Bakker',
  'Osei',
  'Rossi',
  'Walsh',
  'Ivanov',
  'Santos',
  'Hughes',
] as const

/** The customer whose password is shown at startup. */
export function demoCustomer(now: number): PastCustomer {
  return {
    username: 'Lina Haddad',
    email: DEMO_CUSTOMER,
    country: 'United Arab Emirates',
    city: 'Dubai',
    address: {
      name: 'Lina Haddad',
      phone: '+971501234567',
      country: 'AE',
      region: 'DU',
      city: null,
      lines: ['14 Al Wasl Road', 'Apartment 302'],
      postcode: null,
      note: 'Please call before you arrive.',
    },
    locale: 'en',
    joinedAt: now - 66 * DAY,
  }
}

/** Customers who joined one by one after the shop opened, about a quarter of them in its first three days. */
export function inventCustomers(random: Random, openedAt: number, now: number): PastCustomer[] {
  // The addresses use a separate random generator, so that changing them changes nothing else in the history.
  const streets = createRandom(DEMO_CUSTOMERS)
  const known = new Set<string>()
  const joined = Array.from({ length: DEMO_CUSTOMERS }, () =>
    random.chance(0.25)
      ? openedAt + random.between(0, 3 * DAY)
      : random.between(openedAt + DAY, now - 2 * HOUR),
  ).sort((a, b) => a - b)
  return joined.map((joinedAt) => {
    for (;;) {
      const customer = inventCustomer(random, streets, joinedAt)
      if (!known.has(customer.email)) {
        known.add(customer.email)
        return customer
      }
    }
  })
}

function inventCustomer(random: Random, streets: Random, joinedAt: number): PastCustomer {
  const invent = random.chance(0.62) ? arabicCustomer : otherCustomer
  return invent(random, streets, joinedAt)
}

function arabicCustomer(random: Random, streets: Random, joinedAt: number): PastCustomer {
  const first = random.pick(ARABIC_FIRST)
  const last = random.pick(ARABIC_LAST)
  const place = random.pick(ARABIC_PLACES)
  const isArabic = random.chance(0.7)
  const letters = isArabic ? 1 : 0
  const username = `${first[letters]} ${last[letters]}`
  return {
    username,
    email: emailOf(first[0], last[0]),
    city: place.city[letters],
    country: place.country.name[letters],
    address: inventAddress(streets, username, place, letters),
    locale: isArabic ? 'ar' : 'en',
    joinedAt,
  }
}

function otherCustomer(random: Random, streets: Random, joinedAt: number): PastCustomer {
  const first = random.pick(OTHER_FIRST)
  const last = random.pick(OTHER_LAST)
  const place = random.pick(OTHER_PLACES)
  const username = `${first} ${last}`
  return {
    username,
    email: emailOf(first, last),
    city: place.city[0],
    country: place.country.name[0],
    address: inventAddress(streets, username, place, 0),
    locale: 'en',
    joinedAt,
  }
}

function emailOf(first: string, last: string): string {
  return `${first}.${last}@${DEMO_DOMAIN}`.toLowerCase()
}
