import compile from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

type Serialize = (data: unknown) => string

/**
 * Serializers keyed by schema, each compiled once per process. Nearly all endpoints share the error schema, and
 * compiling it for each of them would take most of the startup time.
 */
const compiled = new WeakMap<TSchema, Serialize>()

export function serializerOf(schema: TSchema): Serialize {
  const known = compiled.get(schema)
  if (known) return known
  const serialize: Serialize = compile(schema)
  compiled.set(schema, serialize)
  return serialize
}

export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) =>
  serializerOf(schema)
