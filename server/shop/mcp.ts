/** The Model Context Protocol for customers' AI assistants, in a shop open to visitors. */
import type { jsonSchemaValidator, McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { LOCALE_CODES } from '#contract/locale.ts'
import { MCP_PATH, mcp, mcpStream } from '#contract/mcp.ts'
import type { ShopConfig } from '#contract/shop.ts'
import type { Database } from '../platform/db/database.ts'
import { addressKey } from '../platform/http/address-key.ts'
import type { Api } from '../platform/http/api.ts'
import { withoutOwnKeywords } from '../platform/http/own-keywords.ts'
import { notFound, ShopError } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import { compileValidator } from '../platform/http/validation.ts'
import { nameIn } from '../platform/words/name-in.ts'
import { translate } from '../platform/words/translate.ts'
import { type Tool, type ToolNeeds, toolsOf } from './mcp-tools.ts'
import { firstLocale, type Reader } from './page-facts.ts'
import type { ReadSettings } from './shop.routes.ts'

const CALLS_PER_ADDRESS = { attempts: 120, windowSeconds: 60 }

interface Parts extends ToolNeeds {
  db: Database
  publicUrl: string
  readSettings: ReadSettings
  mayBrowse(): Promise<boolean>
  warn(error: unknown, what: string): void
}

export function mcpRoutes(api: Api, parts: Parts): void {
  const { db, mayBrowse, publicUrl } = parts
  let handler: Promise<McpHttpHandler> | null = null
  api.route(mcpStream, async ({ reply }) => {
    if (!(await mayBrowse())) throw notFound()
    reply.header('allow', 'POST')
    throw new ShopError('method_not_allowed', 'error.invalid')
  })
  api.route(mcp, async ({ address, request, reply }) => {
    if (!(await mayBrowse())) throw notFound()
    await countAttempt(db.run, `mcp:${addressKey(address)}`, CALLS_PER_ADDRESS)
    // Earlier versions of the protocol allowed batches, with which one request could run many searches.
    if (Array.isArray(request.body)) throw new ShopError('invalid', 'error.invalid')
    handler ??= createHandler(parts).catch((error: unknown) => {
      handler = null
      throw error
    })
    const { fetch } = await handler
    const asked = new Request(new URL(MCP_PATH, publicUrl), {
      method: 'POST',
      headers: headersOf(request),
    })
    const answer = await fetch(asked, { parsedBody: request.body })
    return reply
      .code(answer.status)
      .type(answer.headers.get('content-type') ?? 'application/json')
      .serializer(String)
      .send(await answer.text())
  })
}

/** Validates inputs like the shop's request bodies: extra fields are removed, and strings are cleaned. */
const VALIDATOR: jsonSchemaValidator = {
  getValidator<T>(schema: TSchema) {
    const check = compileValidator({ schema, method: 'POST', url: MCP_PATH, httpPart: 'body' })
    return (input: unknown) => {
      const { value, error } = check(input) as { value?: T; error?: Fault[] }
      if (!error) return { valid: true, data: value as T, errorMessage: undefined }
      const faults = error.map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
      return { valid: false, data: undefined, errorMessage: faults.join('; ') }
    }
  },
}

interface Fault {
  instancePath: string
  message?: string
}

/** Loads the library on the first request, because it takes 4 MB. */
async function createHandler(parts: Parts): Promise<McpHttpHandler> {
  const { createMcpHandler, fromJsonSchema, McpServer } = await import(
    '@modelcontextprotocol/server'
  )
  // Compiled once, because each request creates its own `McpServer`.
  const tools = toolsOf(parts).map((tool) => {
    const validator = { getValidator: () => VALIDATOR.getValidator(tool.input) } as typeof VALIDATOR
    return { tool, inputSchema: fromJsonSchema(withoutOwnKeywords(tool.input), validator) }
  })
  const answer = answersOf(parts)
  return createMcpHandler(
    async () => {
      const config = await parts.readSettings().catch((error: unknown) => {
        parts.warn(error, 'could not read the settings for AI assistant requests')
        throw error
      })
      const server = new McpServer(
        { name: nameIn('en', config.brand), version: '1' },
        {
          instructions: `An online shop. Prices are the same as on its pages, in ${config.currency}.`,
          capabilities: { tools: { listChanged: false } },
        },
      )
      for (const { tool, inputSchema } of tools) {
        server.registerTool(
          tool.name,
          {
            title: tool.title,
            description: tool.description,
            inputSchema,
            annotations: { readOnlyHint: true, openWorldHint: false },
          },
          (input) => answer(tool, config, input),
        )
      }
      return server
    },
    // The shop sends no notifications, so no response has to stay open.
    { maxSubscriptions: 0 },
  )
}

function answersOf({ publicUrl, warn }: Parts) {
  return async (tool: Tool, config: ShopConfig, input: unknown) => {
    const asked = input as { language?: string }
    const locale = LOCALE_CODES.find((code) => code === asked.language) ?? firstLocale(config)
    const reader: Reader = { config, publicUrl, locale }
    try {
      const found = await tool.answer(reader, asked)
      return { content: [textOf(JSON.stringify(found))], structuredContent: { ...found } }
    } catch (error) {
      if (error instanceof ShopError) {
        return { content: [textOf(translate(locale, error.sentence))], isError: true }
      }
      warn(error, `the tool ${tool.name} failed for an AI assistant`)
      return { content: [textOf(translate(locale, 'error.internal'))], isError: true }
    }
  }
}

const textOf = (text: string) => ({ type: 'text' as const, text })

function headersOf({ headers }: FastifyRequest): Headers {
  const own = Object.entries(headers).filter(([name]) =>
    /^(accept|content-type|mcp-.*)$/.test(name),
  )
  return new Headers(own.map(([name, value]) => [name, String(value)]))
}
