/** The shop's baseline: plain Fastify that returns the same bytes from memory, or runs an INSERT by the same driver. */
import Fastify from 'fastify'
import { sql } from 'kysely'
import { openDatabase } from '../../server/platform/db/database.ts'
import type { BareSetup } from './run.ts'

process.once('message', async ({ answers, databaseUrl, dataDir }: BareSetup) => {
  const app = Fastify()
  for (const [path, { head, body }] of Object.entries(answers)) {
    const bytes = Buffer.from(body)
    const headers = { 'content-type': 'application/json; charset=utf-8', ...head }
    app.get(path, (_request, reply) => reply.headers(headers).send(bytes))
  }
  const db = await openDatabase({ databaseUrl, dataDir })
  await sql`create table if not exists bench_insert (
    id bigint generated always as identity primary key, user_id bigint, product_id bigint, at timestamptz default now())`.execute(
    db.run,
  )
  app.post('/insert', async () => {
    await sql`insert into bench_insert (user_id, product_id) values (${1}, ${2})`.execute(db.run)
    return { status: true }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({ port: (app.server.address() as { port: number }).port })
  process.once('disconnect', () => process.exit(0))
})
