/** Sentences for fields that fail their schema, in the caller's language. */
import type { FastifySchemaValidationError } from 'fastify'
import type { FieldErrors } from '#contract/errors.ts'
import type { Locale } from '#contract/locale.ts'

const LABELS: Record<string, Record<Locale, string>> = {
  username: { en: 'Username', ar: 'اسم المستخدم' },
  email: { en: 'Email', ar: 'البريد الإلكتروني' },
  password: { en: 'Password', ar: 'كلمة المرور' },
  password_confirmation: { en: 'Password confirmation', ar: 'تأكيد كلمة المرور' },
  phone: { en: 'Phone', ar: 'الهاتف' },
  country: { en: 'Country', ar: 'الدولة' },
  city: { en: 'City', ar: 'المدينة' },
  rating: { en: 'Rating', ar: 'التقييم' },
  quantity: { en: 'Quantity', ar: 'الكمية' },
  name: { en: 'Name', ar: 'الاسم' },
  name_ar: { en: 'Arabic name', ar: 'الاسم بالعربية' },
  description: { en: 'Description', ar: 'الوصف' },
  description_ar: { en: 'Arabic description', ar: 'الوصف بالعربية' },
  category: { en: 'Category', ar: 'الفئة' },
  seller: { en: 'Seller', ar: 'البائع' },
  price: { en: 'Price', ar: 'السعر' },
  stock: { en: 'Stock', ar: 'المخزون' },
}

type Sentence = (label: string, params: Record<string, unknown>) => string

const SENTENCES: Record<Locale, Record<string, Sentence>> = {
  en: {
    required: (label) => `${label} is required.`,
    format: (label) => `${label} is not a valid address.`,
    minLength: (label, { limit }) => `${label} must have at least ${limit} characters.`,
    maxLength: (label, { limit }) => `${label} must have at most ${limit} characters.`,
    minimum: (label, { limit }) => `${label} must be at least ${limit}.`,
    maximum: (label, { limit }) => `${label} must be at most ${limit}.`,
    minItems: (label, { limit }) => `${label} must have at least ${limit} entries.`,
    maxItems: (label, { limit }) => `${label} must have at most ${limit} entries.`,
    other: (label) => `${label} is not valid.`,
  },
  ar: {
    required: (label) => `حقل ${label} مطلوب.`,
    format: (label) => `${label}: العنوان غير صالح.`,
    minLength: (label, { limit }) => `${label}: الحد الأدنى لعدد الأحرف هو ${limit}.`,
    maxLength: (label, { limit }) => `${label}: الحد الأقصى لعدد الأحرف هو ${limit}.`,
    minimum: (label, { limit }) => `${label}: أقل قيمة مسموح بها هي ${limit}.`,
    maximum: (label, { limit }) => `${label}: أكبر قيمة مسموح بها هي ${limit}.`,
    minItems: (label, { limit }) => `${label}: الحد الأدنى لعدد العناصر هو ${limit}.`,
    maxItems: (label, { limit }) => `${label}: الحد الأقصى لعدد العناصر هو ${limit}.`,
    other: (label) => `${label}: القيمة غير صالحة.`,
  },
}

/** The language of an Accept-Language header, English unless Arabic comes first. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  return acceptLanguage?.trim().toLowerCase().startsWith('ar') ? 'ar' : 'en'
}

/** Groups a schema's complaints by top-level field; a body that is no object goes under `body`. */
export function fieldErrors(
  problems: readonly FastifySchemaValidationError[],
  locale: Locale,
): FieldErrors {
  // Without a prototype: a field may be called `__proto__`.
  const errors: FieldErrors = Object.create(null)
  for (const { instancePath, keyword, params } of problems) {
    const missing = keyword === 'required' ? String(params.missingProperty) : null
    const field = instancePath.split('/')[1] || missing || 'body'
    const label = LABELS[field]?.[locale] ?? field
    // A field that holds only spaces is as good as missing.
    const isBlank = keyword === 'minLength' && params.limit === 1
    const kind = missing || isBlank ? 'required' : keyword
    const sentence = SENTENCES[locale][kind] ?? SENTENCES[locale].other
    const message = sentence?.(label, params) ?? label
    errors[field] ??= []
    if (!errors[field].includes(message)) errors[field].push(message)
  }
  return errors
}
