/** A sample file for imports. Free of schemas, to keep them out of the browser bundle. */
import { PRODUCT_COLUMNS } from './catalog-tables.ts'

/** The cells of two rows, a phone and a matching case, which any shop can import as is. */
const SAMPLE: Record<(typeof PRODUCT_COLUMNS)[number], readonly [string, string]> = {
  id: ['', ''],
  sku: ['SAMPLE-PHONE', 'SAMPLE-CASE'],
  category: ['Phones', 'Accessories'],
  name: ['Sample phone', 'Sample case'],
  name_ar: ['هاتف للتجربة', 'غطاء للتجربة'],
  description: ['A phone with two cameras.', 'A soft case.'],
  description_ar: ['هاتف بكاميرتين.', 'غطاء ناعم.'],
  seller: ['', ''],
  seller_ar: ['', ''],
  price: ['299.00', '19.90'],
  compare_at_price: ['349.00', ''],
  stock: ['10', '25'],
  stock_change: ['', ''],
  brand: ['', ''],
  sub_category: ['', ''],
  family: ['', ''],
  specs: [
    'weight | Weight | الوزن | 180 g | 180 جم\nsim | SIM cards | شرائح الاتصال | 2 | 2',
    'material | Material | الخامة | Silicone | سيليكون',
  ],
  pictures: ['', ''],
  fits: ['', 'product | SAMPLE-PHONE'],
  fits_only: ['', 'no'],
}

/** The sample as CSV in UTF-8, with the byte order mark that spreadsheets need. */
export function sampleTable(): string {
  const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(',')
  const rows = [0, 1].map((row) => PRODUCT_COLUMNS.map((column) => SAMPLE[column][row] ?? ''))
  return `\uFEFF${[PRODUCT_COLUMNS, ...rows].map(quoted).join('\r\n')}\r\n`
}
