import http from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { IMPORT_ZIP_BYTES_MAX, JSON_BODY_MAX } from '#contract/limits.ts'
import { cutSlowBodies, isUpload, uploadMs } from './body-deadline.ts'
import { answerClientError } from './client-error.ts'
import { compressReplies } from './compress-replies.ts'
import { allowOrigins } from './cors.ts'
import { closeConnectionsWhenDone } from './drain.ts'
import { handleError } from './error-handler.ts'
import type { HttpSettings } from './http.settings.ts'
import { acceptEmptyJson } from './json-body.ts'
import { describeError } from './log-error.ts'
import { LogOutput } from './log-output.ts'
import { describeApi } from './openapi.ts'
import { withReadablePath } from './page.ts'
import { acceptUploads } from './read-upload.ts'
import type { ResponseCache } from './response-cache/response-cache.ts'
import { type PageAddresses, type SecurityHeaders, securityHeaders } from './security-headers.ts'
import { compileSerializer } from './serialization.ts'
import { ShopError } from './shop-error.ts'
import { compileValidator } from './validation.ts'
import { isWebSocketUpgrade } from './websocket-upgrade.ts'

/** The maximum length of a URL. The shop's own URLs are far shorter: their longest part is a 2,000-character cursor. */
const ADDRESS_MAX = 8 * 1024
const LOG_SERIALIZERS = {
  err: (error: unknown) => describeError(error),
  // Logs only the limits: @fastify/multipart's other options include all request headers and thus the bearer token.
  busboyOptions: ({ limits }: { limits: unknown }) => ({ limits }),
}

export interface Server {
  app: FastifyInstance
  headers: SecurityHeaders
  isDraining(): boolean
}

/**
 * How long a connection may be silent, in milliseconds. After this long without a read or write, the client is assumed
 * not to be reading the response. Node checks only once per period, so the connection may last twice as long. The limit
 * is longer for uploads, because the client receives nothing while its picture waits in the queue.
 */
const SILENCE_MAX = { anybody: 28_000, upload: 60_000 }

/**
 * How long a connection waits for its next request, in milliseconds. This is short, because any client can hold
 * connections open, except behind a trusted proxy, where it is longer than the proxy's own wait (nginx 60 s, Caddy 120
 * s). If the shop closed such a connection first, a request could arrive just as it closes and get a 502.
 */
const IDLE_MAX = { anybody: 8_000, proxy: 130_000 }

const HTTP_OPTIONS = {
  headersTimeout: 8_000,
  // Exceeds the largest upload's own time limit (body-deadline.ts), which starts later. Other bodies have less time.
  requestTimeout: uploadMs(IMPORT_ZIP_BYTES_MAX) + 60_000,
  connectionsCheckingInterval: 1_000,
  shouldUpgradeCallback: isWebSocketUpgrade,
} satisfies http.ServerOptions

declare module 'fastify' {
  interface FastifyReply {
    errorCode: string | null
  }
}

/** @param caches serve repeated requests without going through the framework. */
export async function createServer(
  config: HttpSettings & PageAddresses,
  caches: ReadonlyArray<Pick<ResponseCache, 'serveFromCache'>> = [],
): Promise<Server> {
  let isDraining = () => false
  const headers = securityHeaders(config)
  const app = Fastify({
    logger: { level: config.logLevel, serializers: LOG_SERIALIZERS, stream: new LogOutput() },
    logController: new LogController({ disableRequestLogging: true }),
    // Only the nearest proxy is trusted: earlier entries in X-Forwarded-For may come from the client.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop < 1),
    bodyLimit: JSON_BODY_MAX,
    // The router accepts overlong ids and leaves it to the endpoint to reject them, after checking the caller.
    routerOptions: { maxParamLength: ADDRESS_MAX },
    rewriteUrl: ({ url = '' }) => withReadablePath(url),
    // Without this handler, URLs that the router cannot parse would bypass the hooks and the error handler.
    frameworkErrors(error, request, reply) {
      reply.headers(headers.resource)
      handleError(error, request, reply)
    },
    clientErrorHandler: answerClientError(headers.resource),
    requestTimeout: HTTP_OPTIONS.requestTimeout,
    keepAliveTimeout: config.trustProxy ? IDLE_MAX.proxy : IDLE_MAX.anybody,
    serverFactory: (handle, options) =>
      Object.assign(
        http
          .createServer(HTTP_OPTIONS, (request, response) => {
            // During shutdown, the framework responds instead of the caches, because it tells clients to close their
            // connections.
            if (!isDraining() && caches.some((cache) => cache.serveFromCache(request, response)))
              return
            if (isUpload(request)) request.setTimeout(SILENCE_MAX.upload)
            handle(request, response)
          })
          .setTimeout(SILENCE_MAX.anybody),
        { keepAliveTimeout: options.keepAliveTimeout },
      ),
    forceCloseConnections: 'idle',
    // Requests that arrive during shutdown are still served, because a proxy would pass a 503 on to the client.
    return503OnClosing: false,
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.decorateReply('errorCode', null)
  app.setErrorHandler(handleError)
  isDraining = closeConnectionsWhenDone(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers.resource)
    // If the endpoint declares a query, its schema rejects overlong values and names the field.
    const isValidatedLater = request.routeOptions.schema?.querystring !== undefined
    if (isValidatedLater || (request.raw.url?.length ?? 0) <= ADDRESS_MAX) return done()
    done(new ShopError('address_too_long', 'error.addressTooLong'))
  })
  compressReplies(app)
  cutSlowBodies(app)
  acceptEmptyJson(app)
  await acceptUploads(app)
  await allowOrigins(app, config.corsOrigins)
  await describeApi(app, config.publicUrl)
  return { app, headers, isDraining }
}
