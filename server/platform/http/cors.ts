import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../environment.ts'

/**
 * Other origins may not send credentials, because no cookie authenticates anything here. They may send any header,
 * because libraries add their own: laravel-echo adds an `X-Socket-Id` to every axios request.
 * @param allowed exact origins; null allows all pages served from this machine, for developers of other front ends.
 */
export async function allowOrigins(app: FastifyInstance, allowed: string[] | null): Promise<void> {
  await app.register(cors, {
    origin: (origin, decide) =>
      decide(null, origin !== undefined && isAllowedOrigin(origin, allowed)),
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['retry-after'],
    maxAge: 600,
    credentials: false,
  })
}

export function isAllowedOrigin(origin: string, allowed: string[] | null): boolean {
  if (allowed) return allowed.includes(origin)
  const url = URL.parse(origin)
  return url !== null && isLoopback(url)
}
