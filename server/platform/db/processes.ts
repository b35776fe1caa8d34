import type { Database } from './database.ts'
import { joinPeers, type Peers } from './peers.ts'
import { type OpenSignals, openSignals } from './signals.ts'

export interface Processes {
  signals: OpenSignals
  peers: Peers
  close(): Promise<void>
}

export async function joinProcesses(
  db: Database,
  warn: (error: unknown, what: string) => void,
): Promise<Processes> {
  const signals = await openSignals(db)
  const peers = await joinPeers(signals, warn)
  return {
    signals,
    peers,
    async close() {
      await peers.leave()
      signals.close()
    },
  }
}
