import { EMAIL_KINDS, type EmailKind, type ShopEmail } from '#contract/admin.ts'
import type { Locale } from '#contract/locale.ts'
import { recordSettings } from '../audit/audit.ts'
import type { Email } from '../emails/email-template.ts'
import { type Database, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { composeOrderEmail } from './compose-order-email.ts'
import { KINDS } from './email-kinds.ts'
import type { Switched } from './order-emails.store.ts'
import * as store from './order-emails.store.ts'
import { SAMPLE_USERNAME, sampleFacts } from './sample-facts.ts'

export type ManageEmails = ReturnType<typeof createManageEmails>

/** @param isOpen whether every visitor can read the emails, as in a demo: then they do not state addresses. */
export function createManageEmails(db: Database, publicUrl: string, isOpen: boolean) {
  async function list(): Promise<ShopEmail[]> {
    const switches = await store.findSwitches(db.run)
    return EMAIL_KINDS.map((kind) => toShopEmail(kind, switches))
  }

  return {
    list,

    async preview(kind: EmailKind, locale: Locale): Promise<Email> {
      const shop = await store.findShop(db.run)
      const reader = { locale, username: SAMPLE_USERNAME, showsAddress: !isOpen }
      const facts = sampleFacts(new Date(), kind)
      return composeOrderEmail(kind, { ...reader, ...shop, publicUrl, guestToken: null }, facts)
    },

    async switch(caller: Caller, kind: EmailKind, isOn: boolean): Promise<ShopEmail> {
      return inTransaction(db, async (tx) => {
        const wasOn = await store.lockSwitch(tx, kind)
        const edit = {
          entity: 'email',
          before: { [kind]: wasOn },
          after: { [kind]: isOn },
        } as const
        await recordSettings(tx, caller, edit, () => store.setSwitch(tx, kind, isOn))
        return toShopEmail(kind, await store.findSwitches(tx))
      })
    },
  }
}

function toShopEmail(kind: EmailKind, switches: readonly Switched[]): ShopEmail {
  const known = switches.find((one) => one.kind === kind)
  return {
    kind,
    to: KINDS[kind].to,
    is_on: known?.isOn ?? true,
    changed_at: known?.changedAt?.toISOString() ?? null,
  }
}
