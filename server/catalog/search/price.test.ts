import { expect, it } from 'vitest'
import { readPrice } from './price.ts'

it.for([
  ['watch under 300', { words: 'watch', max: 300 }],
  ['phones over $1,000 black', { words: 'phones black', min: 1000 }],
  ['laptop less than 1200 usd', { words: 'laptop', max: 1200 }],
  ['phone between 400 and 300.50', { words: 'phone', min: 300.5, max: 400 }],
  ['max $90 mouse', { words: 'mouse', max: 90 }],
  ['above 100 below 200 headphones', { words: 'headphones', min: 100, max: 200 }],
  ['هاتف أقل من ١٠٠ دولار', { words: 'هاتف', max: 100 }],
  ['ساعة تحت 200', { words: 'ساعة', max: 200 }],
  ['لابتوب فوق 1500', { words: 'لابتوب', min: 1500 }],
  ['موبايل بين 100 و 300', { words: 'موبايل', min: 100, max: 300 }],
  ['cheap phone', { words: 'cheap phone', isCheapest: true }],
  ['أرخص موبايل', { words: 'أرخص موبايل', isCheapest: true }],
  ['الأرخص', { words: '', isCheapest: true }],
  ['the cheapest', { words: '', isCheapest: true }],
  ['cheap watch under 300', { words: 'cheap watch', max: 300, isCheapest: true }],
] as const)('reads the price in %s', ([search, read]) => {
  expect(readPrice(search)).toEqual(read)
})

it.for([
  'orvane max 512',
  'phone under 200 g',
  'over ear headphones',
  'under 27 inch monitor',
  'thunder 300',
  'cheapside lamp',
  'أرخصها',
  'حاسوب أقل من 15 بوصة',
  '',
])('reads no price in %s', (search) => {
  expect(readPrice(search)).toEqual({ words: search })
})
