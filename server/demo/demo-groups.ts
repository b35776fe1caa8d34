/** By what the demo's products can be filtered: sub-categories, and specifications that are attributes. */
import type { Category } from '#contract/locale.ts'
import type { DemoProduct, Text } from './demo-catalog.ts'

export interface DemoSubCategory {
  category: Category
  name: Text
  /** Of its products. */
  skus: readonly string[]
}

const words = (text: string) => text.split(' ')

export const SUB_CATEGORIES: readonly DemoSubCategory[] = [
  {
    category: 'Phones',
    name: { en: 'Smartphones', ar: 'هواتف ذكية' },
    skus: words(
      'orvane-one-pro orvane-one orvane-one-lite orvane-max-ultra orvane-slim orvane-e5 orvane-e3 ' +
        'zelmora-lumen-7-pro zelmora-lumen-7 zelmora-muse zelmora-tempo-12 zelmora-aria-3 orvane-play ' +
        'orvane-one-128-blue orvane-one-128-black orvane-one-256-green orvane-one-256-blue ' +
        'orvane-e5-graphite',
    ),
  },
  {
    category: 'Phones',
    name: { en: 'Foldables', ar: 'هواتف قابلة للطي' },
    skus: words('zelmora-fold-2 zelmora-flip-s zelmora-flip-lite'),
  },
  {
    category: 'Phones',
    name: { en: 'Rugged phones', ar: 'هواتف متينة' },
    skus: words('terruk-ridge terruk-trail'),
  },
  {
    category: 'Phones',
    name: { en: 'Keypad phones', ar: 'هواتف بأزرار' },
    skus: words('terruk-call-2 terruk-call-4g'),
  },
  {
    category: 'Accessories',
    name: { en: 'Headphones', ar: 'سماعات' },
    skus: words(
      'sonveil-buds-pro sonveil-buds-lite sonveil-buds-active sonveil-studio-700 ' +
        'sonveil-studio-500 sonveil-studio-700-blue',
    ),
  },
  {
    category: 'Accessories',
    name: { en: 'Watches', ar: 'ساعات' },
    skus: words(
      'zelmora-watch-s zelmora-watch-mini zelmora-chrono terruk-fit-band-3 terruk-fit-band-3-rose',
    ),
  },
  {
    category: 'Accessories',
    name: { en: 'Chargers and cables', ar: 'شواحن وكابلات' },
    skus: words(
      'ampriva-core-20k ampriva-cube-67 ampriva-duo-stand ampriva-braid ampriva-braid-coral',
    ),
  },
  {
    category: 'Accessories',
    name: { en: 'Cases', ar: 'أغطية حماية' },
    skus: words('zelmora-soft-case orvane-one-case'),
  },
  {
    category: 'Accessories',
    name: { en: 'For the desk', ar: 'للمكتب' },
    skus: words(
      'ampriva-dock-7 ampriva-vault-2tb ampriva-glide ampriva-type-65 visqor-focus sonveil-cast-one',
    ),
  },
  {
    category: 'Electronics',
    name: { en: 'Laptops and tablets', ar: 'حواسيب محمولة ولوحية' },
    skus: words(
      'orvane-book-14 orvane-book-16-pro orvane-tab-11 zelmora-page orvane-tab-11-graphite',
    ),
  },
  {
    category: 'Electronics',
    name: { en: 'TVs and monitors', ar: 'تلفزيونات وشاشات' },
    skus: words('visqor-vista-55 visqor-desk-27 visqor-beam'),
  },
  {
    category: 'Electronics',
    name: { en: 'Speakers', ar: 'مكبرات صوت' },
    skus: words('sonveil-room-360 terruk-surge sonveil-bar sonveil-room-360-sand'),
  },
  {
    category: 'Electronics',
    name: { en: 'Gaming', ar: 'ألعاب' },
    skus: words('visqor-nova visqor-pad visqor-go visqor-view visqor-pad-graphite'),
  },
  {
    category: 'Electronics',
    name: { en: 'Cameras and drones', ar: 'كاميرات وطائرات مسيّرة' },
    skus: words('visqor-frame-33 terruk-cam-4k visqor-skylark'),
  },
  {
    category: 'Electronics',
    name: { en: 'Smart home', ar: 'المنزل الذكي' },
    skus: words('orvane-mesh visqor-sweep orvane-home-10'),
  },
]

export interface DemoAttribute {
  category: Category
  name: Text
  kind: 'number' | 'choice'
  unit: Text
  /** The key of its specification in the catalogue. */
  spec: string
}

/** The swatch of every color in the catalogue. */
export const SWATCHES: Readonly<Record<string, string>> = {
  Beige: '#d9ccb4',
  Black: '#25272c',
  Blue: '#3f6cb3',
  Coral: '#e2765c',
  Gold: '#d6b97b',
  Gray: '#6b7079',
  Green: '#8fae8b',
  Orange: '#c8754a',
  Pink: '#d9a0a0',
  Violet: '#a98fd0',
  Red: '#d8452f',
  Silver: '#c9ccd3',
  Teal: '#2f7f86',
  White: '#f4f4f2',
}

const NONE = { en: '', ar: '' }
const COLOR = { en: 'Color', ar: 'اللون' }
const PORT = { en: 'Charging port', ar: 'منفذ الشحن' }
const GB = { en: 'GB', ar: 'جيجابايت' }

/** Numbers have this unit in the catalogue; specifications with another one stay specifications. */
export const ATTRIBUTES: readonly DemoAttribute[] = [
  number('Phones', 'storage', { en: 'Storage', ar: 'سعة التخزين' }, GB),
  number('Phones', 'memory', { en: 'Memory', ar: 'الذاكرة' }, GB),
  number(
    'Phones',
    'battery',
    { en: 'Battery', ar: 'البطارية' },
    { en: 'mAh', ar: 'مللي أمبير ساعة' },
  ),
  number(
    'Phones',
    'main_camera',
    { en: 'Main camera', ar: 'الكاميرا الرئيسية' },
    { en: 'MP', ar: 'ميجابكسل' },
  ),
  choice('Phones', 'water_resistance', { en: 'Water resistance', ar: 'مقاومة الماء' }),
  choice('Phones', 'color', COLOR),
  choice('Phones', 'port', PORT),
  choice('Accessories', 'color', COLOR),
  choice('Accessories', 'bluetooth', { en: 'Bluetooth', ar: 'بلوتوث' }),
  number('Accessories', 'weight', { en: 'Weight', ar: 'الوزن' }, { en: 'g', ar: 'غ' }),
  number('Electronics', 'memory', { en: 'Memory', ar: 'الذاكرة' }, GB),
  number('Electronics', 'storage', { en: 'Storage', ar: 'سعة التخزين' }, GB),
  choice('Electronics', 'bluetooth', { en: 'Bluetooth', ar: 'بلوتوث' }),
  choice('Electronics', 'color', COLOR),
  choice('Electronics', 'port', PORT),
]

function number(category: Category, spec: string, name: Text, unit: Text): DemoAttribute {
  return { category, spec, name, unit, kind: 'number' }
}

function choice(category: Category, spec: string, name: Text): DemoAttribute {
  return { category, spec, name, unit: NONE, kind: 'choice' }
}

type Spec = DemoProduct['specs'][number]

/** The specification of the product that is this attribute; undefined when it has none. */
export function specFor(
  { category, specs }: Pick<DemoProduct, 'category' | 'specs'>,
  attribute: DemoAttribute,
): Spec | undefined {
  if (category !== attribute.category) return undefined
  const spec = specs.find(({ key }) => key === attribute.spec)
  if (!spec || spec.unit !== attribute.unit.en) return undefined
  return attribute.kind === 'choice' || !Number.isNaN(numberOf(spec)) ? spec : undefined
}

/** `5,000` is 5000. */
export function numberOf({ value }: Spec): number {
  return Number(value.replaceAll(',', ''))
}

/** What is left of the specifications besides attributes. */
export function ownSpecs(product: Pick<DemoProduct, 'category' | 'specs'>): Spec[] {
  const taken = new Set(ATTRIBUTES.map((attribute) => specFor(product, attribute)))
  return product.specs.filter((spec) => !taken.has(spec))
}
