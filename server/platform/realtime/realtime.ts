/** The real-time part for the rest of the shop: the configured engine, and its signatures. */
import type { Database } from '../db/database.ts'
import type { Notifier, Signals } from '../db/signals.ts'
import type { Caller } from '../http/api.ts'
import { type Authorizer, createAuthorizer } from './authorize.ts'
import { createBuiltInEngine } from './built-in.ts'
import { createSignalBus } from './bus.ts'
import type { Engine, Rules } from './engine.ts'
import type { RealtimeSettings } from './realtime.settings.ts'
import { createSigner } from './signature.ts'

export interface Realtime {
  engine: Engine
  authorizer: Authorizer
}

export interface RealtimeParts {
  settings: RealtimeSettings
  db: Database
  signals: Signals & Pick<Notifier, 'onReliable'>
  rules: Rules & { isAdmin(caller: Caller): Promise<boolean> }
  isOriginAllowed(origin: string): boolean
  trustProxy: boolean
  /** Receives failures that nobody awaits. */
  warn(error: unknown, what: string): void
}

export async function createRealtime(parts: RealtimeParts): Promise<Realtime> {
  const { settings, db, signals, rules, warn } = parts
  const signer = createSigner(settings)
  const engine = settings.serviceUrl
    ? (await import('./service.ts')).createServiceEngine(settings, settings.serviceUrl, warn)
    : createBuiltInEngine({
        ...parts,
        signer,
        bus: createSignalBus(db, signals, warn),
        onBusReliable: signals.onReliable,
      })
  return { engine, authorizer: createAuthorizer(engine, signer, rules, settings.limits) }
}
