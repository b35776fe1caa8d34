/** Fastify as the shop uses it, before the first route. */
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { JSON_BODY_MAX } from '#contract/limits.ts'
import type { Config } from '../../config.ts'
import { isWebSocketUpgrade } from '../realtime/listen.ts'
import { allowOrigins } from './cors.ts'
import { closeConnectionsWhenDone } from './drain.ts'
import { handleError } from './error-handler.ts'
import { acceptEmptyJson } from './json-body.ts'
import { describeError } from './log-error.ts'
import { describeApi } from './openapi.ts'
import { acceptUploads } from './read-upload.ts'
import { type SecurityHeaders, securityHeaders } from './security-headers.ts'
import { compileValidator } from './validation.ts'

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
  const app = Fastify({
    logger: { level: config.logLevel, serializers: LOG_SERIALIZERS },
    logController: new LogController({ disableRequestLogging: true }),
    // The hop in front only: what stands before its own entry is what the client wrote.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop < 1),
    bodyLimit: JSON_BODY_MAX,
    // Addresses that the router cannot read do not reach the error handler otherwise.
    frameworkErrors: handleError,
    // For a whole request, its body included: 5 MB over a slow line take a while.
    requestTimeout: 60_000,
    http: {
      headersTimeout: 8_000,
      connectionsCheckingInterval: 1_000,
      shouldUpgradeCallback: isWebSocketUpgrade,
    },
    forceCloseConnections: 'idle',
  })
  const headers = securityHeaders(config)
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(handleError)
  const isDraining = closeConnectionsWhenDone(app)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers.resource)
    done()
  })
  acceptEmptyJson(app)
  await acceptUploads(app)
  await allowOrigins(app, config.corsOrigins)
  await describeApi(app, config.publicUrl)
  return { app, headers, isDraining }
}
