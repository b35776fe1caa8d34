/** The vocabulary of generated products: kinds of goods with price ranges, in both languages. */
import type { Category } from '../../../contract/locale.ts'

export type Text = readonly [en: string, ar: string]

export interface Kind {
  category: Category
  name: Text
  /** The versions of a model, such as its storage sizes, without its colors. */
  versions: readonly Text[]
  /** In US dollars. */
  prices: readonly [from: number, to: number]
  pictures: readonly string[]
  specs: ReadonlyArray<{ label: Text; values: readonly Text[] }>
}

const same = (...values: string[]): Text[] => values.map((value) => [value, value] as const)
const amounts = (unit: Text, ...values: Array<number | string>): Text[] =>
  values.map((value) => [`${value} ${unit[0]}`, `${value} ${unit[1]}`] as const)

const GB: Text = ['GB', 'جيجابايت']
const TB: Text = ['TB', 'تيرابايت']
const MAH: Text = ['mAh', 'مللي أمبير ساعة']
const WATTS: Text = ['W', 'واط']
const HOURS: Text = ['h', 'ساعة']
const INCHES: Text = ['inch', 'بوصة']
const METRES: Text = ['m', 'متر']
const MM: Text = ['mm', 'ملم']

const storage = {
  label: ['Storage', 'سعة التخزين'] as Text,
  values: amounts(GB, 64, 128, 256, 512),
}
const memory = { label: ['Memory', 'الذاكرة'] as Text, values: amounts(GB, 4, 6, 8, 12, 16, 32) }
const battery = {
  label: ['Battery', 'البطارية'] as Text,
  values: amounts(MAH, '3,900', '4,500', '5,000', '5,200', '6,000'),
}
const playtime = {
  label: ['Playtime', 'مدة التشغيل'] as Text,
  values: amounts(HOURS, 6, 8, 12, 30, 40),
}
const bluetooth = {
  label: ['Bluetooth', 'بلوتوث'] as Text,
  values: same('5.0', '5.2', '5.3', '5.4'),
}
const water = {
  label: ['Water resistance', 'مقاومة الماء'] as Text,
  values: same('IPX4', 'IP67', 'IP68'),
}
const ports = {
  label: ['Connection', 'التوصيل'] as Text,
  values: same('USB-C', 'USB-A', 'HDMI', 'Wi-Fi 6'),
}
const power = { label: ['Power', 'القدرة'] as Text, values: amounts(WATTS, 10, 20, 30, 65, 100) }
const weight = {
  label: ['Weight', 'الوزن'] as Text,
  values: amounts(['g', 'غ'], 45, 120, 180, 210, 950),
}

function kind(
  category: Category,
  name: Text,
  prices: Kind['prices'],
  versions: readonly Text[],
  pictures: readonly string[],
  specs: Kind['specs'],
): Kind {
  return { category, name, prices, versions, pictures, specs: [...specs, weight] }
}

const phone = [battery, memory, storage, water] as const
const sound = [playtime, bluetooth, water] as const
const desk = [ports, bluetooth, power] as const

export const KINDS: readonly Kind[] = [
  kind(
    'Phones',
    ['Smartphone', 'هاتف ذكي'],
    [120, 1300],
    amounts(GB, 64, 128, 256, 512),
    ['orvane-one', 'zelmora-muse', 'orvane-slim'],
    phone,
  ),
  kind(
    'Phones',
    ['5G Phone', 'هاتف 5G'],
    [220, 1400],
    amounts(GB, 128, 256, 512),
    ['orvane-one-pro', 'zelmora-lumen-7'],
    phone,
  ),
  kind(
    'Phones',
    ['Foldable Phone', 'هاتف قابل للطي'],
    [600, 1900],
    amounts(GB, 256, 512),
    ['zelmora-fold-2', 'zelmora-flip-s'],
    phone,
  ),
  kind(
    'Phones',
    ['Rugged Phone', 'هاتف متين'],
    [150, 700],
    amounts(GB, 64, 128, 256),
    ['terruk-ridge', 'terruk-trail'],
    phone,
  ),
  kind(
    'Phones',
    ['Keypad Phone', 'هاتف بالأزرار'],
    [18, 70],
    same('2G', '4G'),
    ['terruk-call-2', 'terruk-call-4g'],
    [battery, storage],
  ),
  kind(
    'Phones',
    ['Gaming Phone', 'هاتف للألعاب'],
    [400, 1200],
    amounts(GB, 256, 512),
    ['orvane-play'],
    phone,
  ),
  kind(
    'Accessories',
    ['Wireless Earbuds', 'سماعات أذن لاسلكية'],
    [19, 320],
    [
      ['with case', 'مع علبة'],
      ['Sport', 'رياضية'],
    ],
    ['sonveil-buds-pro', 'sonveil-buds-lite'],
    sound,
  ),
  kind(
    'Accessories',
    ['Headphones', 'سماعات رأس'],
    [25, 520],
    [
      ['Wired', 'سلكية'],
      ['Wireless', 'لاسلكية'],
    ],
    ['sonveil-studio-700', 'sonveil-studio-500'],
    sound,
  ),
  kind(
    'Accessories',
    ['Smartwatch', 'ساعة ذكية'],
    [60, 650],
    amounts(MM, 41, 44, 46),
    ['zelmora-watch-s', 'zelmora-watch-mini'],
    [battery, bluetooth, water],
  ),
  kind(
    'Accessories',
    ['Fitness Band', 'سوار رياضي'],
    [15, 110],
    same('S', 'M', 'L'),
    ['terruk-fit-band-3'],
    [battery, bluetooth, water],
  ),
  kind(
    'Accessories',
    ['Power Bank', 'بطارية متنقلة'],
    [12, 140],
    amounts(MAH, '5,000', '10,000', '20,000'),
    ['ampriva-core-20k'],
    [power, ports],
  ),
  kind(
    'Accessories',
    ['GaN Charger', 'شاحن GaN'],
    [12, 120],
    amounts(WATTS, 30, 45, 67, 100),
    ['ampriva-cube-67'],
    [power, ports],
  ),
  kind(
    'Accessories',
    ['Wireless Charger', 'شاحن لاسلكي'],
    [15, 90],
    amounts(WATTS, 10, 15, 25),
    ['ampriva-duo-stand'],
    [power, ports],
  ),
  kind(
    'Accessories',
    ['USB-C Cable', 'كابل USB-C'],
    [5, 40],
    amounts(METRES, 1, 2, 3),
    ['ampriva-braid'],
    [power, ports],
  ),
  kind(
    'Accessories',
    ['USB-C Hub', 'موزع USB-C'],
    [19, 160],
    same('5-in-1', '7-in-1', '9-in-1'),
    ['ampriva-dock-7'],
    desk,
  ),
  kind(
    'Accessories',
    ['Phone Case', 'غطاء هاتف'],
    [6, 60],
    [
      ['Leather', 'جلد'],
      ['Clear', 'شفاف'],
      ['Silicone', 'سيليكون'],
    ],
    ['zelmora-soft-case'],
    [],
  ),
  kind(
    'Accessories',
    ['Screen Protector', 'واقي شاشة'],
    [4, 30],
    [
      ['2-Pack', 'قطعتان'],
      ['Privacy', 'خصوصية'],
    ],
    ['zelmora-soft-case'],
    [],
  ),
  kind(
    'Accessories',
    ['Portable SSD', 'قرص SSD محمول'],
    [60, 480],
    amounts(TB, 1, 2, 4),
    ['ampriva-vault-2tb'],
    [ports],
  ),
  kind(
    'Accessories',
    ['Memory Card', 'بطاقة ذاكرة'],
    [8, 190],
    amounts(GB, 64, 128, 256, 512),
    ['ampriva-vault-2tb'],
    [],
  ),
  kind(
    'Accessories',
    ['Wireless Mouse', 'فأرة لاسلكية'],
    [10, 130],
    [
      ['Silent', 'صامتة'],
      ['Gaming', 'للألعاب'],
    ],
    ['ampriva-glide'],
    desk,
  ),
  kind(
    'Accessories',
    ['Mechanical Keyboard', 'لوحة مفاتيح ميكانيكية'],
    [35, 260],
    [
      ['65 %', '65 %'],
      ['Full size', 'كاملة'],
    ],
    ['ampriva-type-65'],
    desk,
  ),
  kind(
    'Accessories',
    ['Webcam', 'كاميرا ويب'],
    [20, 210],
    same('1080p', '2K', '4K'),
    ['visqor-focus'],
    desk,
  ),
  kind(
    'Accessories',
    ['USB Microphone', 'ميكروفون USB'],
    [25, 280],
    [
      ['Studio', 'ستوديو'],
      ['Desk', 'مكتبي'],
    ],
    ['sonveil-cast-one'],
    desk,
  ),
  kind(
    'Electronics',
    ['Laptop', 'حاسوب محمول'],
    [300, 2900],
    amounts(INCHES, 13, 14, 15, 16),
    ['orvane-book-14', 'orvane-book-16-pro'],
    [memory, storage, ports],
  ),
  kind(
    'Electronics',
    ['Tablet', 'جهاز لوحي'],
    [110, 1300],
    amounts(INCHES, 8, 10, 11, 13),
    ['orvane-tab-11'],
    [battery, memory, storage],
  ),
  kind(
    'Electronics',
    ['E-reader', 'قارئ إلكتروني'],
    [80, 320],
    amounts(INCHES, 6, 7, 10),
    ['zelmora-page'],
    [battery, storage],
  ),
  kind(
    'Electronics',
    ['4K TV', 'تلفاز 4K'],
    [190, 2800],
    amounts(INCHES, 43, 50, 55, 65, 75),
    ['visqor-vista-55'],
    [ports, power],
  ),
  kind(
    'Electronics',
    ['Monitor', 'شاشة حاسوب'],
    [95, 1200],
    amounts(INCHES, 24, 27, 32, 34),
    ['visqor-desk-27'],
    [ports, power],
  ),
  kind(
    'Electronics',
    ['Bluetooth Speaker', 'مكبر صوت بلوتوث'],
    [15, 420],
    amounts(WATTS, 10, 20, 40, 60),
    ['sonveil-room-360', 'terruk-surge'],
    sound,
  ),
  kind(
    'Electronics',
    ['Soundbar', 'مكبر صوت للتلفاز'],
    [60, 900],
    same('2.1', '3.1', '5.1'),
    ['sonveil-bar'],
    [power, ports, bluetooth],
  ),
  kind(
    'Electronics',
    ['Game Console', 'جهاز ألعاب'],
    [190, 620],
    amounts(TB, 1, 2),
    ['visqor-nova', 'visqor-go'],
    [storage, ports],
  ),
  kind(
    'Electronics',
    ['Wireless Controller', 'ذراع تحكم لاسلكي'],
    [20, 190],
    [
      ['Standard', 'قياسي'],
      ['Elite', 'فاخر'],
    ],
    ['visqor-pad'],
    [battery, bluetooth],
  ),
  kind(
    'Electronics',
    ['Mirrorless Camera', 'كاميرا بدون مرآة'],
    [450, 3400],
    amounts(['MP', 'ميجابكسل'], 24, 33, 45),
    ['visqor-frame-33'],
    [battery, ports],
  ),
  kind(
    'Electronics',
    ['Action Camera', 'كاميرا مغامرات'],
    [70, 520],
    same('4K', '5K'),
    ['terruk-cam-4k'],
    [battery, water],
  ),
  kind(
    'Electronics',
    ['Camera Drone', 'طائرة تصوير مسيّرة'],
    [150, 2100],
    same('4K', '5K'),
    ['visqor-skylark'],
    [battery],
  ),
  kind(
    'Electronics',
    ['VR Headset', 'نظارة واقع افتراضي'],
    [180, 1100],
    amounts(GB, 128, 256),
    ['visqor-view'],
    [battery, memory],
  ),
  kind(
    'Electronics',
    ['Projector', 'جهاز عرض'],
    [120, 1500],
    same('720p', '1080p', '4K'),
    ['visqor-beam'],
    [ports, power],
  ),
  kind(
    'Electronics',
    ['Mesh Router', 'راوتر ميش'],
    [60, 560],
    [
      ['2-pack', 'قطعتان'],
      ['3-pack', 'ثلاث قطع'],
    ],
    ['orvane-mesh'],
    [ports, power],
  ),
  kind(
    'Electronics',
    ['Robot Vacuum', 'مكنسة روبوتية'],
    [130, 1250],
    [
      ['with mop', 'مع ممسحة'],
      ['with station', 'مع محطة'],
    ],
    ['visqor-sweep'],
    [battery, power],
  ),
  kind(
    'Electronics',
    ['Smart Display', 'شاشة ذكية'],
    [60, 330],
    amounts(INCHES, 7, 10, 15),
    ['orvane-home-10'],
    [ports, power],
  ),
]

export const LINES: readonly Text[] = [
  ['Pro', 'برو'],
  ['Lite', 'لايت'],
  ['Max', 'ماكس'],
  ['Air', 'إير'],
  ['Ultra', 'ألترا'],
  ['Nova', 'نوفا'],
  ['Core', 'كور'],
  ['Prime', 'برايم'],
  ['Plus', 'بلس'],
  ['Mini', 'ميني'],
  ['Edge', 'إيدج'],
  ['Flow', 'فلو'],
  ['Spark', 'سبارك'],
  ['Wave', 'ويف'],
  ['Pulse', 'بلس نبض'],
  ['Orbit', 'أوربت'],
  ['Drift', 'دريفت'],
  ['Aura', 'أورا'],
  ['Bold', 'بولد'],
  ['Clear', 'كلير'],
  ['Dawn', 'دون'],
  ['Echo', 'إيكو'],
  ['Fuse', 'فيوز'],
  ['Glow', 'جلو'],
  ['Haven', 'هيفن'],
  ['Ion', 'أيون'],
  ['Jade', 'جيد'],
  ['Kite', 'كايت'],
  ['Loop', 'لوب'],
  ['Mono', 'مونو'],
]

export const COLORS: readonly Text[] = [
  ['Black', 'أسود'],
  ['White', 'أبيض'],
  ['Graphite', 'جرافيت'],
  ['Blue', 'أزرق'],
  ['Green', 'أخضر'],
  ['Silver', 'فضي'],
  ['Gold', 'ذهبي'],
  ['Rose', 'وردي'],
  ['Red', 'أحمر'],
]

export const OPENINGS: readonly Text[] = [
  ['Al', 'أل'],
  ['Bra', 'برا'],
  ['Cor', 'كور'],
  ['Dal', 'دال'],
  ['Fen', 'فين'],
  ['Gra', 'جرا'],
  ['Hal', 'هال'],
  ['Jor', 'جور'],
  ['Kel', 'كيل'],
  ['Lum', 'لوم'],
  ['Mer', 'مير'],
  ['Nor', 'نور'],
  ['Pel', 'بيل'],
  ['Qua', 'كوا'],
  ['Ras', 'راس'],
  ['Sol', 'سول'],
  ['Tar', 'تار'],
  ['Vel', 'فيل'],
  ['Win', 'وين'],
  ['Zan', 'زان'],
]
export const ENDINGS: readonly Text[] = [
  ['dano', 'دانو'],
  ['bix', 'بيكس'],
  ['mera', 'ميرا'],
  ['tron', 'ترون'],
  ['via', 'فيا'],
  ['zen', 'زين'],
  ['ko', 'كو'],
  ['lith', 'ليث'],
  ['mont', 'مونت'],
  ['nix', 'نيكس'],
  ['rado', 'رادو'],
  ['sona', 'سونا'],
  ['tec', 'تك'],
  ['wick', 'ويك'],
  ['yra', 'يرا'],
]

export const SENTENCES: ReadonlyArray<readonly Text[]> = [
  [
    ['Made for long days away from a socket.', 'مصنوع للأيام الطويلة بعيدًا عن المقبس.'],
    ['Light enough to forget that you carry it.', 'خفيف لدرجة أنك تنسى أنك تحمله.'],
    ['A quiet design that fits every desk.', 'تصميم هادئ يناسب كل مكتب.'],
    ['Ready out of the box, without an account.', 'جاهز للاستعمال فور فتح العلبة وبدون حساب.'],
    ['The choice of people who travel often.', 'اختيار من يسافرون كثيرًا.'],
    ['Built from recycled aluminum.', 'مصنوع من ألمنيوم معاد تدويره.'],
  ],
  [
    ['It stays cool under load and wakes at once.', 'يبقى باردًا تحت الضغط ويعمل فورًا.'],
    ['Its colors are true from every side.', 'ألوانه صادقة من كل زاوية.'],
    ['Charging takes less than an hour.', 'يستغرق الشحن أقل من ساعة.'],
    ['Every part can be replaced at home.', 'كل قطعة فيه يمكن تبديلها في المنزل.'],
    ['It pairs with two devices at a time.', 'يتصل بجهازين في الوقت نفسه.'],
  ],
  [
    ['Two years of warranty.', 'ضمان لمدة عامين.'],
    ['Comes with a cable and a pouch.', 'يأتي مع كابل وحافظة.'],
    ['Tested against dust and rain.', 'مختبر ضد الغبار والمطر.'],
    ['Free updates for five years.', 'تحديثات مجانية لخمسة أعوام.'],
  ],
]
