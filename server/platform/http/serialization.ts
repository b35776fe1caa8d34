/** Serializers of answers, compiled from the contract's schemas. */
import compile from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

type Serialize = (data: unknown) => string

/**
 * Serializers by schema: nearly every call shares the one for errors, which used to take most of the compilation at a
 * start.
 */
const compiled = new WeakMap<TSchema, Serialize>()

/** Compiles each schema once per process. */
export function serializerOf(schema: TSchema): Serialize {
  const known = compiled.get(schema)
  if (known) return known
  const serialize: Serialize = compile(schema)
  compiled.set(schema, serialize)
  return serialize
}

export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) =>
  serializerOf(schema)
