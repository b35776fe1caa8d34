import compile from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

type Serialize = (data: unknown) => string

/**
 * Serializers by schema, each compiled once per process: nearly all calls share the schema of errors, and compiling it
 * for each call would take most of the startup time.
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
