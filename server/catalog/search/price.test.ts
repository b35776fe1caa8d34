import { expect, it } from 'vitest'
import { setCurrency, USD } from '#contract/money.ts'
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
  ['لابتوب أقل من ١٬٢٠٠', { words: 'لابتوب', max: 1200 }],
  ['لابتوب أقل من ١،٢٠٠٫٥', { words: 'لابتوب', max: 1200.5 }],
  ['لابتوب فوق 1500', { words: 'لابتوب', min: 1500 }],
  ['موبايل بين 100 و 300', { words: 'موبايل', min: 100, max: 300 }],
  ['cheap phone', { words: 'cheap phone', isCheapest: true }],
  ['أرخص موبايل', { words: 'أرخص موبايل', isCheapest: true }],
  ['الأرخص', { words: '', isCheapest: true }],
  ['phone under €300', { words: 'phone', max: 300 }],
  ['ساعة تحت 90 دينار', { words: 'ساعة', max: 90 }],
  ['stylus under 20 pen', { words: 'stylus pen', max: 20 }],
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

it.for([
  ['KWD', 3, 'phone under 12.500 kwd', 12.5],
  ['JPY', 0, 'phone under ¥1,200.50', 1201],
] as const)('reads a price in %s with %i decimals', ([code, digits, search, max]) => {
  setCurrency({ code, digits })
  const read = readPrice(search)
  setCurrency(USD)
  expect(read).toEqual({ words: 'phone', max })
})
