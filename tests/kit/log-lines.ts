import type { FastifyInstance } from 'fastify'

/** @returns an array that collects every line the application logs from now on, at this level or above */
export function logsOf(app: FastifyInstance, level: 'trace' | 'warn'): string[] {
  const lines: string[] = []
  const stream = Object.getOwnPropertySymbols(app.log).find(
    ({ description }) => description === 'pino.stream',
  )
  if (!stream) throw new Error('the logger has no stream any more')
  Object.assign(app.log, { [stream]: { write: (line: string) => void lines.push(line) } })
  app.log.level = level
  return lines
}
