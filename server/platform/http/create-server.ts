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

/**
 * The maximum length of a URL. The shop's own URLs are far shorter: their longest part is a cursor of 2,000 characters.
 */
const ADDRESS_MAX = 8 * 1024
const LOG_SERIALIZERS = {
  err: (error: unknown) => describeError(error),
  // @fastify/multipart logs its options with all headers of the request, including the bearer token.
  busboyOptions: ({ limits }: { limits: unknown }) => ({ limits }),
}

export interface Server {
  app: FastifyInstance
  headers: SecurityHeaders
  isDraining(): boolean
}

/**
 * How long a connection may be silent, in milliseconds: after this long without a read or a write, the client is not
 * reading the answer. Node checks only once per period, so the connection may last twice as long. A client that
 * uploaded a picture receives nothing while the picture waits in the queue.
 */
const SILENCE_MAX = { anybody: 28_000, upload: 60_000 }

/**
 * How long a connection waits for its next request, in milliseconds: briefly, because any client can hold connections
 * open, but longer than a trusted proxy waits (nginx 60 s, Caddy 120 s). If the shop closed a proxy's connection first,
 * a request could meet the closing connection and be answered 502.
 */
const IDLE_MAX = { anybody: 8_000, proxy: 130_000 }

const HTTP_OPTIONS = {
  headersTimeout: 8_000,
  // For the largest upload, whose own limit (body-deadline.ts) begins later; all other bodies have less time.
  requestTimeout: uploadMs(IMPORT_ZIP_BYTES_MAX) + 60_000,
  connectionsCheckingInterval: 1_000,
  shouldUpgradeCallback: isWebSocketUpgrade,
} satisfies http.ServerOptions

declare module 'fastify' {
  interface FastifyReply {
    errorCode: string | null
  }
}

/** @param caches answer repeated requests without the framework. */
export async function createServer(
  config: HttpSettings & PageAddresses,
  caches: ReadonlyArray<Pick<ResponseCache, 'serveFromCache'>> = [],
): Promise<Server> {
  let isDraining = () => false
  const headers = securityHeaders(config)
  const app = Fastify({
    logger: { level: config.logLevel, serializers: LOG_SERIALIZERS, stream: new LogOutput() },
    logController: new LogController({ disableRequestLogging: true }),
    // Trusts the nearest proxy only: earlier entries in X-Forwarded-For may come from the client.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop < 1),
    bodyLimit: JSON_BODY_MAX,
    // The router accepts an id that is too long, so that the call itself answers, after it has checked the caller.
    routerOptions: { maxParamLength: ADDRESS_MAX },
    rewriteUrl: ({ url = '' }) => withReadablePath(url),
    // Without this, URLs that the router cannot read reach neither the hooks nor the error handler.
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
            // While the server stops, the framework answers, because it tells clients to close their connections.
            if (!isDraining() && caches.some((cache) => cache.serveFromCache(request, response)))
              return
            if (isUpload(request)) request.setTimeout(SILENCE_MAX.upload)
            handle(request, response)
          })
          .setTimeout(SILENCE_MAX.anybody),
        { keepAliveTimeout: options.keepAliveTimeout },
      ),
    forceCloseConnections: 'idle',
    // Requests that arrive while the server stops are answered, because a proxy would pass a 503 on to the client.
    return503OnClosing: false,
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.decorateReply('errorCode', null)
  app.setErrorHandler(handleError)
  isDraining = closeConnectionsWhenDone(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers.resource)
    // If the call declares a query, its schema refuses what is too long and names the field.
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
