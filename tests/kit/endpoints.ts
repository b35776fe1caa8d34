import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'

const CONTRACT = join(import.meta.dirname, '../../contract')

/** All endpoints exported by contract/ and its subfolders, sorted by call. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir(CONTRACT, { recursive: true })).filter((file) =>
    /^[^.]+\.ts$/.test(file),
  )
  const modules = await Promise.all(files.map((file) => import(`${CONTRACT}/${file}`)))
  const endpoints = modules.flatMap((module) => Object.values(module)).flatMap(endpointsIn)
  return [...new Map(endpoints.map((found) => [found.call, found])).values()].sort((a, b) =>
    a.call < b.call ? -1 : 1,
  )
}

/** An export may be an endpoint, the endpoints of a sorted list (contract/admin/sorted-list.ts), or neither. */
function endpointsIn(value: unknown): Endpoint[] {
  return isEndpoint(value) ? [value] : Object.values(value ?? {}).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'call' in value && 'replies' in value
}

export function methodOf({ call }: Endpoint): string {
  return call.split(' ')[0] ?? ''
}

/** The path with `id` for each parameter; a numeric `id` yields to the parameter's first fixed name or example. */
export function pathOf({ call, params }: Endpoint, id: string | number = 1): string {
  const fields = (params as Schema | undefined)?.properties ?? {}
  return (call.split(' ')[1] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => {
    const names =
      typeof id === 'number' ? (fields[name]?.enum ?? fields[name]?.examples) : undefined
    return String(names?.[0] ?? id)
  })
}

/** The subset of JSON Schema that TypeBox writes for the contract. */
interface Schema {
  type?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  /** Samples for strings whose pattern `sampleOf` cannot satisfy by itself. */
  examples?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  minItems?: number
}

/** A small value that fits the schema, with all optional fields and at least one entry in every list. */
export function sampleOf(schema: TSchema | Schema): unknown {
  const { type, anyOf, properties, items, ...rest } = schema as Schema
  if ('const' in rest) return rest.const
  if (rest.enum) return rest.enum[0]
  if (rest.examples) return rest.examples[0]
  if (anyOf) {
    // Prefers a member that is neither a literal nor null, because it would otherwise stay untested.
    const [plain] = anyOf.filter((choice) => !('const' in choice) && choice.type !== 'null')
    return sampleOf(plain ?? anyOf[0] ?? {})
  }
  if (type === 'object') {
    return Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, field]) => [name, sampleOf(field)]),
    )
  }
  if (type === 'array') {
    return Array.from({ length: Math.max(1, rest.minItems ?? 0) }, () => sampleOf(items ?? {}))
  }
  if (type === 'integer' || type === 'number') return Math.max(1, rest.minimum ?? 1)
  if (type === 'boolean') return false
  if (type === 'null') return null
  if (rest.format === 'email') return 'sample@barq.example'
  if (rest.pattern?.includes('[1-9]')) return '1'
  return 'x'.repeat(Math.max(1, rest.minLength ?? 0))
}

/** The path to a value in a body: field names and list indexes. */
export type Place = ReadonlyArray<string | number>

/** The paths to every field of the schema, including nested ones; for a list, only the paths in its first entry. */
export function placesOf(schema: TSchema | Schema, at: Place = []): Place[] {
  const { properties, items, anyOf } = schema as Schema
  if (anyOf) return anyOf.flatMap((choice) => placesOf(choice, at))
  if (items) return [[...at, 0], ...placesOf(items, [...at, 0])]
  return Object.entries(properties ?? {}).flatMap(([name, field]) => [
    [...at, name],
    ...placesOf(field, [...at, name]),
  ])
}

/** The schema at this place as JSON, without its description; fields with the same JSON are of the same kind. */
export function kindAt(schema: TSchema | Schema, place: Place): string {
  const [step, ...rest] = place
  const { properties, items, anyOf, description: _, ...own } = schema as Schema
  if (step === undefined) return JSON.stringify({ ...own, properties, items, anyOf })
  const inside = typeof step === 'number' ? items : properties?.[step]
  const choices = inside ? [inside] : (anyOf ?? [])
  const below = inside ? rest : place
  return choices.map((choice) => kindAt(choice, below)).join()
}

export function requiredOf(schema: TSchema): string[] {
  return (schema as Schema).required ?? []
}

/** A copy of `value` with `thing` at the place; undefined deletes the field. Non-objects on the way become objects. */
export function withAt(value: unknown, place: Place, thing: unknown): unknown {
  const copy = structuredClone(value)
  let holder = copy as Record<string | number, unknown>
  for (const step of place.slice(0, -1)) {
    if (typeof holder[step] !== 'object' || holder[step] === null) holder[step] = {}
    holder = holder[step] as Record<string | number, unknown>
  }
  const last = place.at(-1)
  if (last === undefined) return thing
  if (thing === undefined) delete holder[last]
  else holder[last] = thing
  return copy
}

/** False if the body may be empty, because it has only a password or a code, which are not always required. */
export const needsBody = ({ call }: Endpoint): boolean =>
  !/^POST \/api\/auth\/second-factor(\/passkeys\/options)?$/.test(call)
