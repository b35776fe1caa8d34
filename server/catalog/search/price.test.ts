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
  ['phones 300-600', { words: 'phones', min: 300, max: 600, isBare: true }],
  ['300–600 phones', { words: 'phones', min: 300, max: 600, isBare: true }],
  ['phones 300 - 1,600 black', { words: 'phones black', min: 300, max: 1600, isBare: true }],
  ['phones from 300 to 600', { words: 'phones', min: 300, max: 600, isBare: true }],
  ['هواتف ٣٠٠-٦٠٠', { words: 'هواتف', min: 300, max: 600, isBare: true }],
  ['هواتف من ٣٠٠ إلى ٦٠٠', { words: 'هواتف', min: 300, max: 600, isBare: true }],
  ['laptops 800-1200', { words: 'laptops', min: 800, max: 1200, isBare: true }],
  ['cable 20-50', { words: 'cable', min: 20, max: 50, isBare: true }],
  ['cable 15-25 dollars', { words: 'cable', min: 15, max: 25 }],
  ['cable between 15-25', { words: 'cable', min: 15, max: 25 }],
  ['phones $300-$600', { words: 'phones', min: 300, max: 600 }],
  ['cable 5-10 dollars', { words: 'cable', min: 5, max: 10 }],
  ['cable between 5-10', { words: 'cable', min: 5, max: 10 }],
  ['phones under five hundred', { words: 'phones', max: 500 }],
  ['under a thousand dollars phones', { words: 'phones', max: 1000 }],
  ['laptop under ten thousand', { words: 'laptop', max: 10_000 }],
  ['laptop less than one thousand two hundred and fifty', { words: 'laptop', max: 1250 }],
  ['mouse under fifty', { words: 'mouse', max: 50 }],
  ['mouse under twenty-five', { words: 'mouse', max: 25 }],
  ['phone between five hundred and a thousand', { words: 'phone', min: 500, max: 1000 }],
  ['هواتف أقل من ألف', { words: 'هواتف', max: 1000 }],
  ['هواتف تحت خمسمئة', { words: 'هواتف', max: 500 }],
  ['هواتف تحت خمسمائة ريال', { words: 'هواتف', max: 500 }],
  ['هاتف اقل من مية', { words: 'هاتف', max: 100 }],
  ['هاتف أقل من مائتين', { words: 'هاتف', max: 200 }],
  ['لابتوب فوق ألفين', { words: 'لابتوب', min: 2000 }],
  ['لابتوب تحت ثلاثة آلاف', { words: 'لابتوب', max: 3000 }],
  ['لابتوب تحت 3 آلاف', { words: 'لابتوب', max: 3000 }],
  ['لابتوب أقل من ألف وخمسمئة', { words: 'لابتوب', max: 1500 }],
  ['هاتف بين خمسمئة وألف', { words: 'هاتف', min: 500, max: 1000 }],
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
  'five hundred',
  'hundred lights',
  'under five',
  'over one hundred hours',
  'under a thousandfold',
  'هاتف تحت مئة وخمسة وعشرين',
  'هاتف ألف',
  'هاتف أقل من ألفية',
  'WH-1000',
  'headphones WH-1000-2000',
  'adapter 12-24 V',
  'adapter 100-240V',
  'adapter 100-240 v',
  'phone 6-7 inch',
  'tv 55-65 inch',
  'tv 55-65',
  'تلفاز ٥٥-٦٥',
  'tv 55 to 65',
  'ssd 128-256',
  'lens 24-70',
  'iPhone 14-15',
  'tablet 2-in-1',
  'USB 3-2',
  'phones 2024-2025',
  '128gb-256gb',
  '300-600-900',
  '600-300',
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
