import type { FastifyRequest } from 'fastify'
import type { Device } from './sessions.ts'

/** The properties by which a session is recognised later. */
export function deviceIn({ headers, ip }: FastifyRequest): Device {
  return { userAgent: headers['user-agent'], address: ip }
}
