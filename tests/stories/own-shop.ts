/** A separate shop for stories whose effects other stories must not see. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#tests/kit/free-port.ts'
import { COMPILE_CACHE, SERVER } from '../../scripts/setup.mjs'
import { copyDemo } from './demo-copy.ts'
import { test } from './story.ts'

interface OwnShop {
  address: string
  /** Kills the process, as a crash would; its data remains. */
  kill(): Promise<void>
  /**
   * Starts the shop again with the same data at the same URL.
   * @throws if it exits before it is ready, or is not ready within two minutes
   */
  restart(): Promise<void>
  close(): Promise<void>
}

const OPENING_MS = 120_000

/** A `test` whose pages use a separate shop, shared by the stories of a file that run in the same worker. */
export function testIn(settings: Record<string, string> = {}) {
  return test.extend<object, { shop: OwnShop }>({
    shop: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
      async ({}, use) => {
        const shop = await openOwnShop(settings)
        await use(shop)
        await shop.close()
      },
      { scope: 'worker', timeout: OPENING_MS },
    ],
    baseURL: ({ shop }, use) => use(shop.address),
  })
}

/**
 * Starts the real server with a copy of the demo, on free ports.
 * @param settings environment variables, in addition to those that keep this shop separate from others.
 * @throws if it exits before it is ready, or is not ready within two minutes
 */
async function openOwnShop(settings: Record<string, string>): Promise<OwnShop> {
  const [port, realtimePort] = await freePorts(2)
  const folder = await mkdtemp(join(tmpdir(), 'barq-own-'))
  const address = `http://localhost:${port}`
  const demo = await copyDemo()
  const start = async () => {
    const started = spawn(process.execPath, [SERVER], {
      env: {
        ...process.env,
        ...settings,
        DATABASE_URL: demo.url,
        DATA_DIR: folder,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        PORT: String(port),
        REALTIME_PORT: String(realtimePort),
        LOG_LEVEL: 'error',
        AUTO_CONFIRM_AFTER: 'off',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await untilReady(started, address)
    return started
  }
  let child = await start()
  return {
    address,
    kill: () => end(child, 'SIGKILL'),
    async restart() {
      child = await start()
    },
    async close() {
      await end(child, 'SIGTERM')
      await demo.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess, address: string): Promise<void> {
  for (const latest = Date.now() + OPENING_MS; !(await isReady(address)); ) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the shop exited before it was ready: ${child.exitCode ?? child.signalCode}`)
    }
    if (Date.now() > latest) {
      child.kill('SIGKILL')
      throw new Error(`the shop was not ready after ${OPENING_MS / 1000} s`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  return ended
}

function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
