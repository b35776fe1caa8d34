/** The calls for customers' AI assistants: the Model Context Protocol over HTTP, without sessions. */
import { type Static, Type } from 'typebox'
import { Quantity } from './cart-item.ts'
import { endpointsOf } from './endpoint.ts'
import { DEVICES_MAX } from './limits.ts'
import { LOCALE_CODES } from './locale.ts'
import { ProductsQuery } from './product-lists.ts'
import { Id } from './schema.ts'

const endpoint = endpointsOf('Assistants')

export const MCP_PATH = '/api/mcp'

export const mcp = endpoint(`POST ${MCP_PATH}`, {
  summary:
    "Model Context Protocol (streamable HTTP) for customers' AI assistants: products, compatibility, and links to filled carts. No call changes data. Returns a 404 unless visitors may browse",
  access: 'public',
  // The MCP library parses the body and replies to invalid requests.
  reads: {
    type: 'application/json',
    schema: Type.Object(
      { jsonrpc: Type.Literal('2.0'), method: Type.String() },
      { additionalProperties: true, description: 'a JSON-RPC message' },
    ),
  },
  replies: {
    200: Type.String({ contentMediaType: 'text/event-stream' }),
    202: Type.Null({ description: 'the message was a notification, which has no reply' }),
  },
  errors: ['not_found', 'too_many'],
})

/** The protocol's call for opening a stream of notifications. */
export const mcpStream = endpoint(`GET ${MCP_PATH}`, {
  summary:
    'Returns a 405: there is no stream, since the shop sends no notifications. Returns a 404 unless visitors may browse',
  access: 'public',
  replies: { 200: Type.Null() },
  errors: ['not_found', 'method_not_allowed'],
})

const language = Type.Optional(
  Type.Enum(LOCALE_CODES, {
    description: "the language of names and pages; the shop's if absent",
  }),
)

/** Maximum number of results per search: an assistant reads all of them. */
export const MCP_RESULTS_MAX = 20

const { search, category, fits, minPrice, maxPrice, minRating, inStock, sort } =
  ProductsQuery.properties

export const McpSearch = Type.Object({
  search,
  category,
  fits,
  minPrice,
  maxPrice,
  minRating,
  inStock,
  sort,
  language,
})
export type McpSearch = Static<typeof McpSearch>

export const McpProduct = Type.Object({ id: Id, language })
export type McpProduct = Static<typeof McpProduct>

export const McpFit = Type.Object({
  accessories: Type.Array(Id, { minItems: 1, maxItems: MCP_RESULTS_MAX }),
  devices: Type.Array(Id, { minItems: 1, maxItems: DEVICES_MAX }),
})
export type McpFit = Static<typeof McpFit>

export const McpCart = Type.Object({
  items: Type.Array(Type.Object({ id: Id, quantity: Type.Optional(Quantity) }), {
    minItems: 1,
    maxItems: MCP_RESULTS_MAX,
  }),
})
export type McpCart = Static<typeof McpCart>
