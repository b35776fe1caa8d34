/** Fastify as the shop uses it, before the first route. */
import http from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { JSON_BODY_MAX } from '#contract/limits.ts'
import type { Config } from '../../config.ts'
import { isWebSocketUpgrade } from '../realtime/listen.ts'
import { allowOrigins } from './cors.ts'
import { closeConnectionsWhenDone } from './drain.ts'
import { handleError } from './error-handler.ts'
import { acceptEmptyJson } from './json-body.ts'
import { describeApi } from './openapi.ts'
import type { PreparedAnswers } from './prepared-answers.ts'
import { acceptUploads } from './read-upload.ts'
import { type SecurityHeaders, securityHeaders } from './security-headers.ts'
import { compileValidator } from './validation.ts'

export interface Server {
  app: FastifyInstance
  headers: SecurityHeaders
  /** Whether closing has begun. */
  isDraining(): boolean
}

const HTTP_OPTIONS = {
  headersTimeout: 8_000,
  // For a whole request, its body included: 5 MB over a slow line take a while.
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  shouldUpgradeCallback: isWebSocketUpgrade,
} satisfies http.ServerOptions

/** @param prepared answers that need nothing of the framework once they were given. */
export async function createServer(
  config: Config,
  prepared: ReadonlyArray<Pick<PreparedAnswers, 'sendAtOnce'>> = [],
): Promise<Server> {
  let isDraining = () => false
  const app = Fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    // The hop in front only: what stands before its own entry is what the client wrote.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop < 1),
    bodyLimit: JSON_BODY_MAX,
    // Addresses that the router cannot read do not reach the error handler otherwise.
    frameworkErrors: handleError,
    requestTimeout: HTTP_OPTIONS.requestTimeout,
    serverFactory: (handle, options) =>
      Object.assign(
        http.createServer(HTTP_OPTIONS, (request, response) => {
          // The framework tells clients of a server that is about to end.
          if (!isDraining() && prepared.some((one) => one.sendAtOnce(request, response))) return
          handle(request, response)
        }),
        { keepAliveTimeout: options.keepAliveTimeout },
      ),
    forceCloseConnections: 'idle',
  })
  const headers = securityHeaders(config)
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(handleError)
  isDraining = closeConnectionsWhenDone(app)
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
