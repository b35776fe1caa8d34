/** Describes every endpoint in OpenAPI 3.1, generated from the schemas that validate its requests. */
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Describe, type Described, describeCall } from './openapi-call.ts'
import { withoutOwnKeywords } from './own-keywords.ts'

const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const INFO = {
  title: 'Barq',
  version: '1',
  description:
    "The shop's API. Error messages are in English unless `Accept-Language` prefers Arabic; " +
    '`error` is a machine-readable code. Endpoints without a body accept an empty one of any content ' +
    'type. Real-time events use version 7 of the Pusher Channels protocol.',
  license: { name: 'MIT', identifier: 'MIT' },
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** Must run before the first route is declared, because it describes only the routes that follow. */
export async function describeApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  const endpoints: Endpoint[] = []
  app.addHook('onRoute', ({ config, method }) => {
    if (config?.endpoint && method !== 'HEAD') endpoints.push(config.endpoint)
  })
  // The document is built on demand, because few processes need it and building it would delay every startup.
  let made: ReturnType<typeof describeCalls> | undefined
  const described = () => {
    made ??= describeCalls(endpoints)
    return made
  }
  const document = {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: publicUrl }],
    get paths() {
      return described().paths
    },
    get components() {
      const { schemas } = described()
      return { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }
    },
  }
  // The plugin's types cover OpenAPI 3.0 only.
  const specification = { document } as unknown as StaticDocumentSpec
  await app.register(swagger, { mode: 'static', specification })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_POLICY,
    // By default, the page sends the document to an external validation service.
    uiConfig: { validatorUrl: null },
  })
  // The JSON is cached, because serializing half a megabyte takes longer than sending it.
  let text: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(document)
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

function describeCalls(endpoints: readonly Endpoint[]) {
  const schemas: Record<string, Described> = {}
  const paths: Record<string, Described> = {}
  // A cache, because nearly all endpoints share the error schema.
  const known = new Map<TSchema, Described>()
  const describe: Describe = (schema) => {
    const described = known.get(schema) ?? describeInto(schemas, withoutOwnKeywords(schema))
    known.set(schema, described)
    return described
  }
  for (const endpoint of endpoints) {
    const [method = '', path = ''] = endpoint.call.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeCall(endpoint, describe) }
  }
  return { paths, schemas }
}

/**
 * Adds the schema and its nested schemas to `schemas` if they have a title.
 * @returns a plain copy of the schema in which titled schemas are references to components.
 * @throws Error if two different schemas have the same title.
 */
function describeInto(schemas: Record<string, Described>, schema: TSchema): Described {
  const { title } = schema as Described
  const inside = mapSchemas(schema as Described, (part) => describeInto(schemas, part))
  if (typeof title !== 'string') return inside
  const known = schemas[title]
  if (known && JSON.stringify(known) !== JSON.stringify(inside)) {
    throw new Error(`two schemas in contract/ have the title ${title}`)
  }
  schemas[title] = inside
  return { $ref: `#/components/schemas/${title}` }
}

function mapSchemas(schema: Described, replace: (part: Described) => Described): Described {
  const each = (parts: unknown) => (parts as Described[]).map(replace)
  const named = (parts: unknown) =>
    Object.fromEntries(
      Object.entries(parts as Record<string, Described>).map(([name, part]) => [
        name,
        replace(part),
      ]),
    )
  return {
    ...schema,
    ...(schema.properties !== undefined && { properties: named(schema.properties) }),
    ...(schema.patternProperties !== undefined && {
      patternProperties: named(schema.patternProperties),
    }),
    ...(schema.items !== undefined && { items: replace(schema.items as Described) }),
    ...(schema.anyOf !== undefined && { anyOf: each(schema.anyOf) }),
  }
}
