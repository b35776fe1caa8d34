import { createServer } from 'node:net'

/** Ports that were free a moment ago, each another. */
export async function freePorts(count: number): Promise<number[]> {
  const holders = await Promise.all(
    Array.from({ length: count }, async () => {
      const holder = createServer()
      await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
      return holder
    }),
  )
  const ports = holders.map((holder) => (holder.address() as { port: number }).port)
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.close(resolve))))
  return ports
}
