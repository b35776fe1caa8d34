import { inTransaction } from '../platform/db/database.ts'
import type { Begun } from './charges.store.ts'
import * as store from './payments.store.ts'
import { DECLINED } from './provider.ts'
import type { ProviderEvents } from './provider-events.ts'
import { WITHOUT_MONEY } from './providers.ts'
import type { SettlingParts } from './settle.ts'

const STUCK = { seconds: 60, limit: 50 }
const RETRY_REFUNDS_MINUTES = 30
/** After this time a payment counts as unsettled, since every provider's page has expired. */
const UNSETTLED_MINUTES = 120

interface SweepParts extends SettlingParts {
  events: Pick<ProviderEvents, 'sweep'>
}

export function createPaymentSweep({ db, provider, settle, events, warn }: SweepParts) {
  /**
   * The providers whose payments can be settled; a payment of any other provider waits until that provider is set up
   * again.
   */
  const asked = [provider.name, ...WITHOUT_MONEY]
  const warnedUnknown = new Set<string>()
  let isFirstSweep = true

  /** Settles one charge; only warns of errors, which must not keep other charges from being settled. */
  async function settleStuck(charge: Begun): Promise<void> {
    try {
      // `asked` contains no other provider that takes money, so nothing was paid there.
      const isOurs = charge.provider === provider.name
      const outcome = (isOurs && (await provider.find(charge))) || DECLINED
      if (outcome.status === 'unknown_account') await postponeCheck(charge)
      else await inTransaction(db, (tx) => settle(tx, charge.chargeId, outcome))
    } catch (error) {
      warn(error, `charge ${charge.chargeId} could not be settled`)
    }
  }

  /** Checks the charge again later: its outcome may become known once the account's keys are restored. */
  async function postponeCheck({ chargeId }: Begun): Promise<void> {
    await store.postponeCheck(db.run, chargeId)
    if (warnedUnknown.has(chargeId)) return
    warnedUnknown.add(chargeId)
    warn(
      undefined,
      `charge ${chargeId} does not belong to this ${provider.name} account: restore the keys of its account, or settle it by hand (docs/operations.md)`,
    )
  }

  return {
    countUnsettled: (): Promise<number> => store.countUnsettled(db.run, UNSETTLED_MINUTES),

    /**
     * Warns of charges and refunds whose provider is not set up. Called at startup: the shop may have used another
     * provider before.
     */
    async warnOfStranded(): Promise<void> {
      const { payments, refunds } = await store.countStranded(db.run, asked)
      if (payments + refunds === 0) return
      warn(
        undefined,
        `${payments} payments and ${refunds} refunds are waiting for a provider that is not configured: restore its keys, or settle them by hand (docs/operations.md)`,
      )
    },

    /** Settles unfinished payments, first from stored events, then by querying the provider; also retries refunds. */
    async sweep(): Promise<void> {
      // The account's keys may have been restored since the previous process.
      if (isFirstSweep) await store.resetPostponedChecks(db.run)
      isFirstSweep = false
      await events.sweep()
      await store.retryRefunds(db.run, asked, RETRY_REFUNDS_MINUTES)
      for (const charge of await store.claimStuck(db.run, asked, STUCK)) await settleStuck(charge)
    },
  }
}
