/**
 * R7: all traffic to and from PostgreSQL is delayed by half a second, with far more clients than it can then serve.
 * Some requests are served, the rest get a 503 that says when to retry, health checks succeed, the process survives.
 */
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { BadLine } from '#tests/kit/bad-line.ts'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { endPrograms, runProgram } from '#tests/kit/program.ts'
import { type Person, Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

/** The number of clients, far more than the pool has connections. */
const CLIENTS = volume(250, 1_400)
const SECONDS = volume(2, 20)

describe('a slow PostgreSQL', () => {
  let line: BadLine
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let people: Person[]
  let address: string
  let program: ReturnType<typeof runProgram>
  beforeAll(async () => {
    database = await createTestDatabase()
    const shop = Shop.over(await openDatabase({ databaseUrl: database.url, dataDir: '' }))
    people = await shop.customers(20)
    await shop.close()
    line = new BadLine(database.url)
    await line.open()
    const port = String(await freePort())
    program = runProgram({ DATABASE_URL: line.url, PORT: port, LOG_LEVEL: 'silent' })
    address = await program.open
  })
  afterAll(async () => {
    endPrograms()
    await line.close()
    await database.drop()
  })

  const agent = new Agent({ keepAlive: true })
  /** Does not use `fetch`, which gives up when a connection is not accepted within ten seconds. */
  const ask = (path: string, token = '') =>
    new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      get(`${address}${path}`, { agent, headers }, (reply) => {
        const { statusCode: status = 0, headers } = reply
        reply.on('end', () => resolve({ status, retryAfter: headers['retry-after'] })).resume()
      }).on('error', reject)
    })

  it('serves what it can and refuses the rest promptly', { timeout: 300_000 }, async () => {
    // Lets the process cache each session, so that one request is one statement.
    await Promise.all(people.map(({ token }) => ask('/api/user/cart', token)))
    await line.set('late')
    const until = performance.now() + SECONDS * 1_000
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const health: number[] = []
    const crowd = Array.from({ length: CLIENTS }, async (_, index) => {
      while (performance.now() < until) {
        answers.push(await ask('/api/user/cart', people[index % people.length]?.token))
        await pause(100)
      }
    })
    await pause(1_000)
    do {
      health.push((await ask('/healthz')).status)
      await pause(100)
    } while (performance.now() < until)
    await Promise.all(crowd)
    await line.set('none')

    const served = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 503)
    expect(served.length + refused.length).toBe(answers.length)
    expect(served.length).toBeGreaterThan(0)
    expect(refused.every(({ retryAfter }) => Number(retryAfter) >= 1)).toBe(true)
    expect(new Set(health)).toEqual(new Set([200]))
    expect(program.child.exitCode).toBeNull()
    const cart = () => ask('/api/user/cart', people[0]?.token)
    await expect.poll(async () => (await cart()).status).toBe(200)
    const db = await openDatabase({ databaseUrl: database.url, dataDir: '' })
    expect(await checkInvariants(db.run).finally(() => db.close())).toEqual([])
  })
})
