/** The other processes that share the database, if it can be shared. */
import type { Database } from './database.ts'
import { joinPeers, NO_PEERS, type Peers } from './peers.ts'
import { type OpenSignals, openSignals } from './signals.ts'

export interface Processes {
  /** Whether there may be others: an embedded database belongs to one process. */
  mayBeOthers: boolean
  signals: OpenSignals
  peers: Peers
  close(): Promise<void>
}

/** @param warn receives failures that nobody awaits. */
export async function joinProcesses(
  db: Database,
  warn: (error: unknown, what: string) => void,
): Promise<Processes> {
  const signals = await openSignals(db)
  const mayBeOthers = db.engine.name === 'postgres'
  const peers = mayBeOthers ? await joinPeers(signals, warn) : NO_PEERS
  return {
    mayBeOthers,
    signals,
    peers,
    async close() {
      await peers.leave()
      signals.close()
    },
  }
}
