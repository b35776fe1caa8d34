import type { FastifyRequest } from 'fastify'
import type { Device } from './sessions.ts'

/** What a session is told apart by later. */
export function deviceIn({ headers, ip }: FastifyRequest): Device {
  return { userAgent: headers['user-agent'], address: ip }
}
