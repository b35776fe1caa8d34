/** Fastify as the shop uses it, before the first route. */
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { JSON_BODY_MAX } from '#contract/limits.ts'
import type { Config } from '../../config.ts'
import { isWebSocketUpgrade } from '../realtime/listen.ts'
import { cutSlowBodies } from './body-deadline.ts'
import { allowOrigins } from './cors.ts'
import { closeConnectionsWhenDone } from './drain.ts'
import { handleError } from './error-handler.ts'
import { acceptEmptyJson } from './json-body.ts'
import { describeError } from './log-error.ts'
import { describeApi } from './openapi.ts'
import { acceptUploads } from './read-upload.ts'
import { type SecurityHeaders, securityHeaders } from './security-headers.ts'
import { ShopError } from './shop-error.ts'
import { refuseUnreadable } from './unreadable.ts'
import { compileValidator } from './validation.ts'

/** Far above any address of the shop: a cursor of 2,000 characters is the longest part. */
const ADDRESS_MAX = 8 * 1024
const LOG_SERIALIZERS = {
  err: (error: unknown) => describeError(error),
  // @fastify/multipart traces them with all headers of the request, the bearer token among them.
  busboyOptions: ({ limits }: { limits: unknown }) => ({ limits }),
}

export interface Server {
  app: FastifyInstance
  headers: SecurityHeaders
  /** Whether closing has begun. */
  isDraining(): boolean
}

export async function createServer(config: Config): Promise<Server> {
  const headers = securityHeaders(config)
  const app = Fastify({
    logger: { level: config.logLevel, serializers: LOG_SERIALIZERS },
    logController: new LogController({ disableRequestLogging: true }),
    // The hop in front only: what stands before its own entry is what the client wrote.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop < 1),
    bodyLimit: JSON_BODY_MAX,
    // Addresses that the router cannot read reach neither hooks nor the error handler otherwise.
    frameworkErrors(error, request, reply) {
      reply.headers(headers.resource)
      handleError(error, request, reply)
    },
    clientErrorHandler: refuseUnreadable(headers.resource),
    // For a whole request, its body included: 5 MB over a slow line take a while.
    requestTimeout: 60_000,
    // Nothing read and nothing written for so long: whoever asked is not reading the answer.
    connectionTimeout: 60_000,
    http: {
      headersTimeout: 8_000,
      connectionsCheckingInterval: 1_000,
      shouldUpgradeCallback: isWebSocketUpgrade,
    },
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(handleError)
  const isDraining = closeConnectionsWhenDone(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers.resource)
    if ((request.raw.url?.length ?? 0) <= ADDRESS_MAX) return done()
    done(new ShopError('address_too_long', 'The address is too long.'))
  })
  cutSlowBodies(app)
  acceptEmptyJson(app)
  await acceptUploads(app)
  await allowOrigins(app, config.corsOrigins)
  await describeApi(app, config.publicUrl)
  return { app, headers, isDraining }
}
