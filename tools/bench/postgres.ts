/** A PostgreSQL for benchmarks: durable like a real one, and removed afterwards. */
import { findPostgres } from '#tests/kit/postgres-server.ts'

/** @returns null, with the reason printed, where none can be started. */
export async function startBenchPostgres(): Promise<{ url: string; stop(): Promise<void> } | null> {
  const found = await findPostgres(process.env, { isDurable: true })
  if ('url' in found) return found
  console.log(`PostgreSQL is left out: ${found.missing}`)
  return null
}
