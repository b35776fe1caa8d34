export async function startBenchPostgres(): Promise<{ url: string; stop(): Promise<void> } | null> {
  const url = process.env.BENCH_DATABASE_URL
  return url ? { url, stop: async () => {} } : null
}
