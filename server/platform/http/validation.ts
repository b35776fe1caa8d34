import { Ajv } from 'ajv'
import type { DataValidationCxt as DataCxt, FuncKeywordDefinition } from 'ajv/dist/types/index.js'
import type { FastifySchemaCompiler } from 'fastify'
import { IsOptional, type TSchema } from 'typebox'
import { IsDate, IsDateTime } from 'typebox/format'
import { EMAIL_ADDRESS } from '../email-address.ts'
import { OWN_KEYWORDS } from './own-keywords.ts'

/** RFC 3339 allows a space instead of the T. */
const isDateTime = (text: string) => IsDateTime(text.replace(/\s/, 'T'))

const OPTIONS = {
  allErrors: true,
  strict: false,
  useDefaults: false,
}

/** Validates path parameters and headers. Values are not coerced: "5" is not accepted as a number. */
const strict = new Ajv({ ...OPTIONS, coerceTypes: false })
/** Validates bodies. Fields that are not in the schema are removed before a handler sees the body. */
const strictBody = new Ajv({ ...OPTIONS, coerceTypes: false, removeAdditional: 'all' })
/** Validates queries, where every value is a string. */
const fromText = new Ajv({ ...OPTIONS, coerceTypes: true })

function define(keyword: keyof typeof OWN_KEYWORDS): FuncKeywordDefinition {
  const changes: Record<string, (text: string) => unknown> = OWN_KEYWORDS[keyword]
  return {
    keyword,
    type: 'string',
    modifying: true,
    errors: false,
    validate(kind: string, text: string, _schema?: unknown, place?: DataCxt) {
      const change = changes[kind]
      if (!change) throw new Error(`the schema keyword "${keyword}" has no value "${kind}"`)
      if (place) place.parentData[place.parentDataProperty] = change(text)
      return true
    },
  }
}

for (const ajv of [strict, strictBody, fromText]) {
  ajv.addFormat('email', EMAIL_ADDRESS).addFormat('date-time', isDateTime).addFormat('date', IsDate)
  // `reads` runs before all other keywords, so that they see the converted value.
  ajv.addKeyword({ ...define('reads'), before: 'maxLength' })
  // `becomes` runs last, once the other keywords have checked the string.
  ajv.addKeyword(define('becomes'))
}

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validate = validatorFor(httpPart).compile(schema)
  const mayBeMissing = httpPart === 'body' && IsOptional(schema)
  return (data) => {
    if (mayBeMissing && (data === undefined || data === null)) return { value: undefined }
    if (!validate(data)) return { error: (validate.errors ?? []) as never }
    const path = httpPart === 'headers' ? null : pathOfNul(data)
    if (path === null) return { value: data }
    return { error: [{ instancePath: path, keyword: 'pattern', params: {} }] as never }
  }
}

function validatorFor(httpPart: string | undefined): Ajv {
  if (httpPart === 'querystring') return fromText
  return httpPart === 'body' ? strictBody : strict
}

/** The path, such as `/field/0`, of the first string containing U+0000, which PostgreSQL rejects; null if none. */
function pathOfNul(data: unknown, path = ''): string | null {
  if (typeof data === 'string') return data.includes('\0') ? path : null
  if (typeof data !== 'object' || data === null) return null
  for (const [key, value] of Object.entries(data)) {
    const found = pathOfNul(value, `${path}/${key}`)
    if (found !== null) return found
  }
  return null
}
