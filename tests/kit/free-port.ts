import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems assign to connections and to `listen(0)`, which other tests use. */
const FIRST = 20_000
const LAST = 32_000

/** A free port on loopback, which stays free until somebody asks for this very port. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/** Different free ports on loopback. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

async function isFree(port: number): Promise<boolean> {
  const holder = createServer().listen(port, '127.0.0.1')
  try {
    await once(holder, 'listening')
  } catch {
    return false
  }
  holder.close()
  await once(holder, 'close')
  return true
}
