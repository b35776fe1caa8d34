import { isDeepStrictEqual } from 'node:util'
import type { FastifySchemaValidationError } from 'fastify'
import { NOT_BLANK, NOT_EMPTY } from '#contract/schema.ts'
import type { FieldSentences, Sentence, Value } from '../words/sentence.ts'
import { isMessageId } from '../words/translate.ts'

/** The maximum number of errors to process: a 64 kB body can have thousands of the same kind. */
const PROBLEMS_MAX = 500

/**
 * Groups a schema's errors by top-level field, or under `body` if the body is not an object. Each message names the
 * innermost invalid field: "Quantity must be at least 1."
 */
export function fieldErrors(problems: readonly FastifySchemaValidationError[]): FieldSentences {
  // No prototype, because a field may be named `__proto__`.
  const errors: FieldSentences = Object.create(null)
  for (const problem of usefulOnes(problems.slice(0, PROBLEMS_MAX))) {
    const { instancePath, keyword, params } = problem
    const missing = keyword === 'required' ? String(params.missingProperty) : null
    const field = instancePath.split('/')[1] || missing || 'body'
    const label = labelOf(missing ?? nameIn(instancePath) ?? field)
    const kind = missing || isBlank(problem) ? 'required' : kindOf(problem)
    const limit = kind === 'required' ? 0 : Number(params.limit ?? 0)
    const sentence = sentenceOf(kind, { label, limit })
    errors[field] ??= []
    if (!errors[field].some((said) => isDeepStrictEqual(said, sentence))) {
      errors[field].push(sentence)
    }
  }
  return errors
}

/**
 * Removes general errors about values that also have a specific one. A value that may be of several kinds (empty, null,
 * a password) fails each kind's schema, mostly with errors that explain nothing.
 */
function usefulOnes(
  problems: readonly FastifySchemaValidationError[],
): readonly FastifySchemaValidationError[] {
  const isParticular = ({ keyword }: FastifySchemaValidationError) =>
    isMessageId(`field-error.${keyword}`)
  const explained = new Set(problems.filter(isParticular).map(({ instancePath }) => instancePath))
  const blank = new Set(problems.filter(isBlank).map(({ instancePath }) => instancePath))
  return problems.filter((problem) =>
    blank.has(problem.instancePath)
      ? isBlank(problem)
      : isParticular(problem) || !explained.has(problem.instancePath),
  )
}

/**
 * Whether the error says that a field is empty or blank. Such a field is treated as missing, and its other errors are
 * redundant.
 */
function isBlank({ keyword, params }: FastifySchemaValidationError): boolean {
  return keyword === 'pattern'
    ? params.pattern === NOT_EMPTY || params.pattern === NOT_BLANK
    : keyword === 'minLength' && params.limit === 1
}

/** The failed keyword or, for dates, the format: `date` or `date-time`. */
function kindOf({ keyword, params }: FastifySchemaValidationError): string {
  const format = String(params.format)
  return keyword === 'format' && format.startsWith('date') ? format : keyword
}

/** The innermost name in a path such as `/orders/0/quantity`, skipping list indexes. */
function nameIn(instancePath: string): string | undefined {
  return instancePath.split('/').findLast((part) => part !== '' && !/^\d+$/.test(part))
}

function sentenceOf(kind: string, values: { label: Value; limit: number }): Sentence {
  const id = `field-error.${kind}`
  return { id: isMessageId(id) ? id : 'field-error.other', values }
}

function labelOf(field: string): Value {
  const id = `field.${field}`
  return isMessageId(id) ? { id } : field
}
