/** Sentences for fields that fail their schema, in the caller's language. */
import type { FastifySchemaValidationError } from 'fastify'
import type { FieldErrors } from '#contract/errors.ts'
import type { Locale } from '#contract/locale.ts'
import { FIELD_LABELS } from './field-labels.ts'

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

/**
 * Groups a schema's complaints by top-level field; a body that is no object goes under `body`. The
 * sentence names the field that is wrong, however deep it is: "Quantity must be at least 1."
 */
export function fieldErrors(
  problems: readonly FastifySchemaValidationError[],
  locale: Locale,
): FieldErrors {
  // Without a prototype: a field may be called `__proto__`.
  const errors: FieldErrors = Object.create(null)
  for (const problem of usefulOnes(problems)) {
    const { instancePath, keyword, params } = problem
    const missing = keyword === 'required' ? String(params.missingProperty) : null
    const field = instancePath.split('/')[1] || missing || 'body'
    const label = labelOf(missing ?? nameIn(instancePath) ?? field, locale)
    const kind = missing || isBlank(problem) ? 'required' : keyword
    const sentence = SENTENCES[locale][kind] ?? SENTENCES[locale].other
    const message = sentence?.(label, params) ?? label
    errors[field] ??= []
    if (!errors[field].includes(message)) errors[field].push(message)
  }
  return errors
}

/**
 * Without the general complaints about a value of which there is a particular one: a value that may
 * be of several kinds (empty, null, a password) fails each of them, and most only say that it does.
 */
function usefulOnes(
  problems: readonly FastifySchemaValidationError[],
): readonly FastifySchemaValidationError[] {
  const isParticular = ({ keyword }: FastifySchemaValidationError) =>
    Object.hasOwn(SENTENCES.en, keyword)
  const explained = new Set(problems.filter(isParticular).map(({ instancePath }) => instancePath))
  const blank = new Set(problems.filter(isBlank).map(({ instancePath }) => instancePath))
  return problems.filter((problem) =>
    blank.has(problem.instancePath)
      ? isBlank(problem)
      : isParticular(problem) || !explained.has(problem.instancePath),
  )
}

/** A field that is empty, or holds only spaces, is as good as missing; what else it fails says nothing. */
function isBlank({ keyword, params }: FastifySchemaValidationError): boolean {
  return keyword === 'minLength' && params.limit === 1
}

/** The innermost name in a path such as `/orders/0/quantity`; places in lists have none. */
function nameIn(instancePath: string): string | undefined {
  return instancePath.split('/').findLast((part) => part !== '' && !/^\d+$/.test(part))
}

function labelOf(field: string, locale: Locale): string {
  return Object.hasOwn(FIELD_LABELS, field) ? (FIELD_LABELS[field]?.[locale] ?? field) : field
}
