/** A shop of a story's own, for what the others must not see. */
import { spawn } from 'node:child_process'
import { freePorts } from '#server/testing/free-port.ts'

export interface OwnShop {
  address: string
  close(): Promise<void>
}

const OPENING_MS = 60_000

/**
 * The real server over a new data folder, on free ports, as a demo.
 * @throws when it ends before it is ready, or is not ready within a minute
 */
export async function openOwnShop(): Promise<OwnShop> {
  const [port, realtimePort] = await freePorts(2)
  const child = spawn(process.execPath, ['e2e/serve.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      REALTIME_PORT: String(realtimePort),
      LOG_LEVEL: 'error',
      AUTO_CONFIRM_AFTER: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const address = `http://localhost:${port}`
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (const end = Date.now() + OPENING_MS; !(await isReady(address)); ) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the shop ended before it was ready: ${child.exitCode ?? child.signalCode}`)
    }
    if (Date.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`the shop was not ready after ${OPENING_MS / 1000} s`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    address,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
