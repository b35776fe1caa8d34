import { isDeepStrictEqual } from 'node:util'
import type { FastifySchemaValidationError } from 'fastify'
import { NOT_BLANK, NOT_EMPTY } from '#contract/schema.ts'
import type { FieldSentences, Sentence, Value } from '../words/sentence.ts'
import { isMessageId } from '../words/translate.ts'

/** The maximum number of errors that are read: a body of 64 kB can have thousands of the same kind. */
const PROBLEMS_MAX = 500

/**
 * Groups a schema's errors by top-level field; errors of a body that is not an object are under `body`. A sentence
 * names the innermost field that is wrong: "Quantity must be at least 1."
 */
export function fieldErrors(problems: readonly FastifySchemaValidationError[]): FieldSentences {
  // No prototype, because a field may be called `__proto__`.
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
 * Removes the general errors about a value that also has a specific error: a value that may be of several kinds (empty,
 * null, a password) fails the schema of each kind, mostly with errors that explain nothing.
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
 * Whether the error says that a field is empty or blank: such a field counts as missing, and its other errors add
 * nothing.
 */
function isBlank({ keyword, params }: FastifySchemaValidationError): boolean {
  return keyword === 'pattern'
    ? params.pattern === NOT_EMPTY || params.pattern === NOT_BLANK
    : keyword === 'minLength' && params.limit === 1
}

/** The keyword that failed, or for dates the format, `date` or `date-time`. */
function kindOf({ keyword, params }: FastifySchemaValidationError): string {
  const format = String(params.format)
  return keyword === 'format' && format.startsWith('date') ? format : keyword
}

/** The innermost name in a path such as `/orders/0/quantity`; list indexes are skipped. */
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
