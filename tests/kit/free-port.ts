import { createServer } from 'node:net'

/** A free port on loopback. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/** Different free ports on loopback. */
export async function freePorts(count: number): Promise<number[]> {
  const holders = Array.from({ length: count }, () => createServer())
  try {
    return await Promise.all(
      holders.map(
        (holder) =>
          new Promise<number>((resolve, reject) => {
            holder.once('error', reject)
            holder.listen(0, '127.0.0.1', () =>
              resolve((holder.address() as { port: number }).port),
            )
          }),
      ),
    )
  } finally {
    await Promise.all(holders.map((holder) => new Promise((resolve) => holder.close(resolve))))
  }
}
