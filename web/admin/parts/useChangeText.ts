import type { AuditName } from '#contract/admin/audit.ts'
import { AUDIT_FIELDS, type Audited, type Referred } from '#contract/audit-kinds.ts'
import { countryText } from '#contract/countries.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { fromCents } from '#contract/money.ts'
import { ROLES } from '#contract/roles.ts'
import { secondRate } from '#contract/second-currency.ts'
import { VISITORS } from '#contract/visitors.ts'
import { formatPrice } from '#web/i18n/format.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { leftToRight } from '#web/i18n/left-to-right.ts'
import { useLocale, useLocalized, useT } from '#web/i18n/useI18n.ts'
import { useShopTime } from './shop-time.ts'

/** Message ids for the fields whose values are choices, keyed by field and value. */
const CHOICES: Record<string, Record<string, MessageId>> = {
  category: Object.fromEntries(CATEGORIES.map((one) => [one, `category.${one}`] as const)),
  state: {
    pending: 'admin.stage.pending',
    confirm: 'admin.stage.confirm',
    complete: 'admin.stage.complete',
    canceled: 'admin.stage.canceled',
  },
  role: Object.fromEntries(ROLES.map((one) => [one, `admin.role.${one}`] as const)),
  visitors: Object.fromEntries(VISITORS.map((one) => [one, `admin.shop.visitors.${one}`] as const)),
  visibility: { shown: 'admin.visibility.shown', hidden: 'admin.visibility.hidden' },
  prior_prices: {
    shown: 'admin.shop.prior_prices.shown',
    required: 'admin.shop.prior_prices.required',
  },
  kind: {
    percent: 'admin.couponKindPercent',
    amount: 'admin.couponKindAmount',
    delivery: 'admin.couponDelivery',
    number: 'admin.kind.number',
    boolean: 'admin.kind.boolean',
    choice: 'admin.kind.choice',
    text: 'admin.kind.text',
  },
}
const choicesOf = (field: string) => CHOICES[field === 'categories' ? 'category' : field]

/** An object among an entry's values, such as an element of a list. */
type Part =
  | { label: string; label_ar: string; value: string; value_ar: string }
  | { alt: string; alt_ar: string }
  | { country: string; name: string; name_ar: string; percent: number }
  | { currency: string; rate: number; date: string }
  | { name: string; name_ar?: string }
  | { rule: { attribute: string; value: string | boolean }[] }
  | {
      attribute: number
      number: number | null
      is_true: boolean | null
      choice: number | null
      text: string | null
      text_ar: string | null
    }

/**
 * @param entity the kind of entity that the audit entry is about
 * @param names the names of the entities whose ids are among its values
 * @returns a function that formats a field's value from the audit log in the page's language, or returns null if the
 * field has no value
 */
export function useChangeText(entity: Audited, names: readonly AuditName[] = []) {
  const t = useT()
  const locale = useLocale()
  const dateTime = useShopTime()
  const pick = useLocalized()

  const nameOf = (kind: Referred, id: number) => {
    const known = names.find((one) => one.kind === kind && one.id === id)
    return known ? pick(known, 'name') : String(id)
  }
  const texts = (list: readonly (string | null)[]) =>
    list.filter((text) => text !== null).join(t('admin.comma')) || null

  const yesOrNo = (value: boolean) => t(value ? 'choice.yes' : 'choice.no')

  function ofPart(part: Part): string {
    if ('label' in part) return `${pick(part, 'label')}: ${pick(part, 'value')}`
    if ('alt' in part) return pick(part, 'alt')
    if ('percent' in part) {
      const rate = `${pick(part, 'name')} ${leftToRight(`${part.percent}%`)}`
      return `${countryText(part.country, locale)}: ${rate}`
    }
    if ('rate' in part) {
      return leftToRight(`${secondRate(part)} (${part.date})`)
    }
    if ('name' in part) return pick(part, 'name')
    if ('rule' in part) {
      const conditions = part.rule.map(({ attribute, value }) => `${attribute}: ${plain(value)}`)
      return conditions.join(t('admin.comma'))
    }
    const { attribute, choice, number, is_true: isTrue, text, text_ar } = part
    const words = pick({ text: text ?? '', text_ar: text_ar ?? '' }, 'text')
    const value = choice === null ? plain(number ?? isTrue ?? words) : nameOf('choice', choice)
    return `${nameOf('attribute', attribute)}: ${value}`
  }

  const plain = (value: string | number | boolean) =>
    typeof value === 'boolean' ? yesOrNo(value) : String(value)

  return function write(field: string, value: unknown, isListed = false): string | null {
    if (value === undefined || value === null || value === '') return null
    if (Array.isArray(value)) return texts(value.map((one) => write(field, one, true)))
    const as = AUDIT_FIELDS[field]?.as
    if (typeof value === 'object') return ofPart(value as Part) || t('admin.field.picture')
    if (as === 'picture') return t('admin.field.picture')
    if (typeof value === 'boolean') return yesOrNo(value)
    const word = choicesOf(field)?.[String(value)]
    if (word) return t(word)
    if (as === 'moment') return dateTime(String(value))
    if (as === 'places') return place(String(value))
    if (field === 'country') return countryText(String(value), locale)
    if (typeof value !== 'number') return String(value)
    if (as === 'cents') return formatPrice(fromCents(value))
    if (as === 'money') return formatPrice(value)
    if (as === 'itself') return nameOf(entity, value)
    // A number in `products` outside a list is the number of products that a coupon covers.
    const isCount = as === undefined || (field === 'products' && !isListed)
    return isCount ? String(value) : nameOf(as as Referred, value)
  }

  function place(code: string): string {
    const [country, region] = [countryText(code.slice(0, 2), locale), code.slice(3)]
    return region ? t('admin.placeInCountry', { region, country }) : country
  }
}
