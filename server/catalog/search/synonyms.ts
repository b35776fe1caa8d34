/**
 * Everyday words for products, with the words that product names use instead: dialect words of the Gulf and the
 * Maghreb, brand names that have become words, and phrases. All are spelled as `search_fold` folds them. A search uses
 * the words of product names in addition to the typed words, so that a product named "mobile" is still found.
 */
import { foldArabic } from '../../platform/words/arabic.ts'
import type { Match, Token } from './token.ts'

/** The words that product names use, then their synonyms. */
const GROUPS: ReadonlyArray<[names: string, synonyms: string]> = [
  [
    'phone هاتف',
    'mobile mobiles cellphone smartphone smartphones handphone handset موبايل موبيل موبايلات ' +
      'جوال جوالات محمول تلفون تلفونات تليفون تليفونات تيلفون تيليفون تيلفونات تيليفونات ' +
      'بورتابل نقال سمارتفون سمارت_فون اجهزه_جوال ' +
      'mobile_phone mobile_phones cell_phone cell_phones smart_phone هاتف_ذكي هاتف_محمول',
  ],
  [
    'tv تلفاز',
    'television televisions telly تلفزيون تلفزيونات تليفزيون تيفي تلفاز شاشه_تلفزيون شاشه_تليفزيون',
  ],
  [
    'laptop حاسوب',
    'notebook notebooks computer computers pc macbook كمبيوتر كمبيوترات كومبيوتر بيسي لابتوب لابتوبات ' +
      'حواسيب notebook_computer لاب_توب كمبيوتر_محمول كمبيوتر_شخصي حاسب_محمول',
  ],
  ['monitor', 'شاشه_كمبيوتر شاشه_كومبيوتر شاشه_حاسوب computer_screen pc_screen'],
  [
    'earbuds',
    'airpods earphones earphone earpods ايربودز ايربودس كيتمان ايرفون سماعات_بلوتوث سماعه_بلوتوث ' +
      'سماعات_اذن سماعه_اذن bluetooth_headset',
  ],
  ['headphones', 'headset headsets headfone headfones هيدفون هيدفونز هيدسيت سماعه_راس سماعات_راس'],
  ['bluetooth', 'بلوتوث'],
  ['usb', 'يو_اس_بي يوسبي يواسبي'],
  ['speaker', 'speakers سبيكر سبيكرات سماعات_خارجيه سماعه_خارجيه مكبر_صوت smart_speaker'],
  ['soundbar subwoofer', 'sound_bar ساوند_بار ساوندبار'],
  ['tablet لوحي', 'ipad ايباد تابلت تابليت تابلتات لوح_الكتروني'],
  [
    'charger شاحن',
    'شارجر شواحن phone_charger wall_charger شاحن_جوال شاحن_موبايل راس_شاحن شاحن_سريع',
  ],
  [
    'bank متنقله',
    'powerbank باوربانك بوربانك portable_charger باور_بانك بور_بانك شاحن_متنقل خازن_طاقه بطاريه_خارجيه',
  ],
  ['cable كابل', 'كيبل كوابل charging_cable charger_cable سلك_شحن وصله_شحن سلك_شاحن كيبل_شحن'],
  ['mouse', 'ماوس ماوسات'],
  ['keyboard', 'كيبورد كيبوردات'],
  [
    'case غطاء',
    'cover covers كفر كفرات جراب جرابات كوفر phone_cover phone_case mobile_cover كفر_جوال كفر_موبايل جراب_موبايل',
  ],
  [
    'console العاب',
    'playstation xbox nintendo ps5 بلايستيشن اكسبوكس سوني_بلايستيشن play_station بلاي_ستيشن اكس_بوكس نينتندو',
  ],
  [
    'controller تحكم',
    'joystick joysticks gamepad gamepads جويستيك دراعه_تحكم يد_تحكم يد_بلايستيشن ذراع_العاب game_pad',
  ],
  ['watch ساعه', 'smartwatch سمارتووتش smart_watch سمارت_ووتش سمارت_واتش ساعه_يد ساعه_سمارت'],
  ['band سوار', 'fitness_tracker activity_tracker سوار_رياضي اسوره_رياضيه'],
  ['router راوتر', 'modem مودم روتر رواتر wi_fi wifi واي_فاي'],
  ['vacuum مكنسه', 'hoover vacuum_cleaner مكنسه_كهرباييه مكانس'],
  ['projector', 'بروجكتور بروجكتر بروجيكتور'],
  ['camera كاميرا', 'camcorder كاميره كاميرا_فيديو كاميرا_تصوير'],
  ['reader قاري', 'kindle ebook كيندل e_book'],
  ['drone', 'درون درونز طايره_درون'],
  [
    'ssd قرص',
    'harddisk هارد هاردسك external_drive hard_drive external_hard_drive هارد_خارجي هارد_ديسك',
  ],
  ['keypad ازرار', 'big_buttons button_phone موبايل_بازرار'],
  // `search_fold` mistakes the beginning of العاب for an article, which leaves عاب.
  ['العاب gaming', 'عاب قيمنق جيمنج'],
  ['vr الواقع', 'oculus نظاره_vr'],
]

/** Keyed by synonym; a phrase has `_` between its words. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  GROUPS.flatMap(([names, synonyms]) =>
    synonyms.split(' ').map((word) => [word, names.split(' ')] as const),
  ),
)
const PHRASE_MAX = 3

/** Every word that `withSynonyms` may look up in the shop's vocabulary for this search. */
export function synonymsFor(search: string): string[] {
  const words = foldArabic(search.toLowerCase()).split(NO_LETTERS)
  const found = words.flatMap((_, start) => {
    const [word = '', ...more] = words.slice(start, start + PHRASE_MAX)
    const firsts = [word, word.replace(ARTICLE, '')]
    return firsts.flatMap((first) =>
      phrasesFrom([first, ...more]).flatMap((phrase) => SYNONYMS.get(phrase) ?? []),
    )
  })
  return [...new Set(found)]
}

/**
 * Adds to each token, or to each phrase of several tokens, the words that product names use instead.
 * @param known the words from `synonymsFor` that occur in the shop's products, with the number of products for each.
 */
export function withSynonyms(
  tokens: readonly Token[],
  known: ReadonlyMap<string, number>,
): Token[] {
  const result: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const length = longestPhrase(tokens.slice(at, at + PHRASE_MAX), known)
    const meant = tokens.slice(at, at + length)
    const matches = matchesOf(meant, known)
    const [only] = meant
    if (length === 1 && only) result.push({ ...only, matches: joined(only.matches, matches) })
    else result.push({ text: textOf(meant, ' '), matches, phrase: phraseOf(meant) })
    at += length
  }
  return result
}

function longestPhrase(tokens: readonly Token[], known: ReadonlyMap<string, number>): number {
  for (let length = tokens.length; length > 1; length--) {
    if (matchesOf(tokens.slice(0, length), known).length > 0) return length
  }
  return 1
}

function matchesOf(tokens: readonly Token[], known: ReadonlyMap<string, number>): Match[] {
  return (SYNONYMS.get(textOf(tokens, '_')) ?? []).flatMap((word) => {
    const products = known.get(word)
    return products ? [{ kind: 'inflection' as const, word, products }] : []
  })
}

/** The words as typed, if each occurs in the shop's products; otherwise empty. */
function phraseOf(tokens: readonly Token[]): string[] {
  const typed = tokens.map(({ matches }) => matches.find(({ kind }) => kind === 'exact')?.word)
  return typed.every((word) => word !== undefined) ? typed : []
}

/** A synonym replaces a match with the same word, unless that match is exact. */
function joined(own: readonly Match[], meant: readonly Match[]): Match[] {
  const typed = own.filter(({ kind }) => kind === 'exact')
  const isIn = (some: readonly Match[], { word }: Match) =>
    some.some((match) => match.word === word)
  const more = meant.filter((match) => !isIn(typed, match))
  return [...own.filter((match) => !isIn(more, match)), ...more]
}

function textOf(tokens: readonly Token[], between: string): string {
  return tokens.map(({ text }) => text).join(between)
}

function phrasesFrom(words: readonly string[]): string[] {
  return words.map((_, last) => words.slice(0, last + 1).join('_'))
}

const NO_LETTERS = /[^\p{L}\p{N}]+/u
const ARTICLE = /^(?:[وفبك]?ال|و?لل)(?=.{3})/
