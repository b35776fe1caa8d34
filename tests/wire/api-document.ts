/** Validates requests and responses against the server's own OpenAPI document. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Json = Record<string, unknown>

export interface ApiDocument extends Json {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  security?: unknown
  requestBody?: { required: boolean; content: Record<string, unknown> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

export interface Seen {
  status: number
  /** The content type without parameters; empty if the response has none. */
  type: string
  text: string
}

export interface Oracle {
  /** How a response to the call deviates from the document. */
  answer(call: string, seen: Seen): string[]
  /** How a JSON body that the call accepted deviates from the document. */
  taken(call: string, body: unknown): string[]
}

export function createOracle(document: ApiDocument): Oracle {
  const open = compiler(document)
  // For responses: a field that is not in the document is as wrong as a documented field that is missing.
  const closed = compiler(withoutOtherFields(document) as ApiDocument)
  const operation = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    return {
      at: ['paths', path, method.toLowerCase()],
      is: document.paths[path]?.[method.toLowerCase()],
    }
  }

  return {
    answer(call, { status, type, text }) {
      const { at, is } = operation(call)
      const reply = is?.responses[status]
      if (!reply) return [`${status} is not described`]
      if (!reply.content) return text === '' ? [] : [`${status} is described without a body`]
      if (!(type in reply.content)) return [`${status} is not described as "${type}"`]
      const schema = closed([...at, 'responses', String(status), 'content', type, 'schema'])
      return complaints(schema, type === 'application/json' ? JSON.parse(text) : text)
    },

    taken(call, body) {
      const { at, is } = operation(call)
      if (!is?.requestBody) return body === undefined ? [] : ['no body is described']
      const type = 'application/json'
      if (!(type in is.requestBody.content)) return []
      if (body === undefined)
        return is.requestBody.required ? ['a body is described as required'] : []
      return complaints(open([...at, 'requestBody', 'content', type, 'schema']), body)
    },
  }
}

function complaints(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
  )
}

/** @returns a function that compiles the schema at a path in the document; equal schemas are compiled only once. */
function compiler(document: ApiDocument): (place: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
  const compiled = new Map<string, ValidateFunction>()
  return (place) => {
    const schema = JSON.stringify(place.reduce<unknown>((at, step) => (at as Json)[step], document))
    const known = compiled.get(schema)
    if (known) return known
    const pointer = place.map((step) =>
      encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')),
    )
    const validate = ajv.compile({ $ref: `api#/${pointer.join('/')}` })
    compiled.set(schema, validate)
    return validate
  }
}

function withoutOtherFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOtherFields)
  if (typeof value !== 'object' || value === null) return value
  const copy: Json = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutOtherFields(part)]),
  )
  const isOpen = copy.type === 'object' && copy.properties !== undefined
  return isOpen && copy.additionalProperties === undefined
    ? { ...copy, additionalProperties: false }
    : copy
}
