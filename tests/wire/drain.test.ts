/**
 * H10: on SIGTERM the shop finishes the requests in progress, refuses new ones, and exits within
 * ten seconds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { migratedDatabaseUrl } from '#tests/kit/engines.ts'
import { freePorts } from '#tests/kit/free-port.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { disconnectAll, RawClient } from '#tests/kit/live.ts'
import { endPrograms, type Program, runProgram } from '#tests/kit/program.ts'
import { volume } from '#tests/kit/volume.ts'
import { exchange, request } from './raw.ts'

const RUNS = volume(1, 5)
const IN_FLIGHT = 50
const SOCKETS = volume(20, 60)

/** Throws an uncaught exception on SIGUSR2. */
const DEFECT = `data:text/javascript,process.on('SIGUSR2',()=>setTimeout(()=>{throw new Error('planted')}))`

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barq-drain-'))
})

afterEach(() => {
  disconnectAll()
  endPrograms()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('SIGTERM with requests in progress: they are answered, new ones refused', {
  timeout: 60_000 * RUNS,
}, async () => {
  let runsWithWork = 0
  for (let run = 0; run < RUNS; run++) {
    const shop = await openShop(`term-${run}`)
    const sockets = await connectSockets(shop.realtimePort)
    // An idle keep-alive connection.
    await (await fetch(`${shop.url}/healthz`)).text()
    const underWay = Array.from({ length: IN_FLIGHT }, (_, index) =>
      signUp(shop.port, `${run}-${index}`),
    )
    await untilSomeAreIn(shop)

    shop.running.child.kill('SIGTERM')
    const readiness = await untilNotReady(shop.port)
    const drainingAt = performance.now()
    const answers = await Promise.all(underWay)
    const closed = await Promise.all(sockets.map(({ closed }) => closed))
    const { code } = await shop.running.ended

    expect(code).toBe(0)
    expect(readiness).not.toBe(200)
    const refused = answers.filter(({ status }) => status !== 201)
    // Requests that the kernel had not handed over yet may get a 503 or a refused connection.
    for (const { status } of refused) expect([0, 503]).toContain(status)
    const late = answers.filter(({ answeredAt }) => (answeredAt ?? 0) > drainingAt)
    for (const { headers } of late) expect(headers.connection).toBe('close')
    if (late.some(({ status }) => status === 201)) runsWithWork++
    expect(new Set(closed.map((close) => close.code))).toEqual(new Set([1001]))
    await expect(fetch(`${shop.url}/healthz`)).rejects.toThrow()
    await expectSound(shop, answers)
  }
  // A busy machine may log that it drains only after the accepted requests are answered.
  expect(runsWithWork).toBeGreaterThanOrEqual(RUNS / 2)
})

it('a second SIGTERM ends it at once', async () => {
  const shop = await openShop('twice')
  const slow = Array.from({ length: IN_FLIGHT }, (_, index) => signUp(shop.port, `twice-${index}`))
  await untilSomeAreIn(shop)
  shop.running.child.kill('SIGTERM')
  await untilNotReady(shop.port)

  shop.running.child.kill('SIGTERM')
  const { code } = await shop.running.ended

  expect(code).toBe(1)
  await expectSound(shop, await Promise.all(slow))
})

it('an uncaught error is logged, requests in progress are answered, and the exit code is 1', async () => {
  const shop = await openShop('defect', { NODE_OPTIONS: `--import=${encodeURI(DEFECT)}` })
  const underWay = Array.from({ length: 10 }, (_, index) => signUp(shop.port, `defect-${index}`))
  await untilSomeAreIn(shop)

  shop.running.child.kill('SIGUSR2')
  const answers = await Promise.all(underWay)
  const { code, stdout } = await shop.running.ended

  const answered = answers.filter(({ status }) => status === 201).length
  expect(code).toBe(1)
  expect(stdout).toContain('planted')
  expect(answered).toBeGreaterThan(0)
  for (const { status } of answers) expect([0, 201, 503]).toContain(status)
  await expectSound(shop, answers)
})

interface OpenShop {
  running: Program
  database: { databaseUrl: string | null; dataDir: string }
  url: string
  port: number
  realtimePort: number
}

async function openShop(name: string, env: Record<string, string> = {}): Promise<OpenShop> {
  const [port = 0, realtimePort = 0] = await freePorts(2)
  const dataDir = join(folder, name)
  // Migrated already, where there is PostgreSQL.
  const databaseUrl = await migratedDatabaseUrl()
  const running = runProgram({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    HOST: '127.0.0.1',
    // All requests come from one address.
    SIGN_UPS_PER_ADDRESS: '1000',
    PORT: String(port),
    REALTIME_PORT: String(realtimePort),
    ...env,
  })
  await running.open
  const database = { databaseUrl, dataDir }
  return { running, database, url: `http://127.0.0.1:${port}`, port, realtimePort }
}

/** Hashing a password is slow: fifty sign-ups are in progress for seconds. */
function signUp(port: number, tag: string) {
  const person = {
    username: `Drain ${tag}`,
    email: `drain.${tag}@barq.example`,
    password: 'correct horse',
    password_confirmation: 'correct horse',
  }
  const headers = { 'content-type': 'application/json', connection: 'keep-alive' }
  const bytes = request('POST', '/api/auth/register', headers, JSON.stringify(person))
  return exchange(port, bytes, { waitMs: 60_000 })
}

/** Expects that the invariants hold and every acknowledged account exists, in a stopped shop. */
async function expectSound(
  { database }: OpenShop,
  answers: ReadonlyArray<{ status: number }>,
): Promise<void> {
  const db = await openDatabase(database)
  try {
    expect(await checkInvariants(db.run)).toEqual([])
    const { rows } = await sql<{ count: number }>`
      select count(*) from app_user where email like 'drain.%'`.execute(db.run)
    const created = answers.filter(({ status }) => status === 201).length
    expect(rows[0]?.count).toBeGreaterThanOrEqual(created)
    expect(rows[0]?.count).toBeLessThanOrEqual(answers.length)
  } finally {
    await db.close()
  }
}

/** Waits until the requests have reached their handlers: a later call has then been answered. */
async function untilSomeAreIn({ url }: OpenShop): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 60))
  await (await fetch(`${url}/healthz`)).text()
}

/** @returns the status of /readyz while the shop drains: 503, or 0 when it refuses connections. */
async function untilNotReady(port: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { status } = await exchange(port, request('GET', '/readyz'), { waitMs: 60_000 })
    if (status !== 200) return status
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return 200
}

async function connectSockets(realtimePort: number): Promise<RawClient[]> {
  const sockets: RawClient[] = []
  // The port accepts this many at once from one address, and more over time.
  while (sockets.length < SOCKETS) {
    const some = Array.from({ length: Math.min(20, SOCKETS - sockets.length) }, () =>
      RawClient.connect({ realtimePort }),
    )
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}
