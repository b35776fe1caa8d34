/** A shop of a story's own, for what the others must not see. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

export interface OwnShop {
  address: string
  close(): Promise<void>
}

/** The real server over a new data folder, on free ports, as a demo. */
export async function openOwnShop(): Promise<OwnShop> {
  const [port, realtimePort] = [await freePort(), await freePort()]
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
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const isReady = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) break
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const holder = createServer().listen(0, 'localhost', () => {
      const { port } = holder.address() as { port: number }
      holder.close(() => resolve(port))
    })
  })
}
