import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports, which the system assigns to outgoing connections and to `listen(0)` in other tests. */
const FIRST = 20_000
const LAST = 32_000

/** A free loopback port that no other program gets unless it requests that exact port. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

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
