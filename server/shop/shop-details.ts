/** Shop details: set by the environment, else by staff, else an example where placeholders are shown. */
import { sql } from 'kysely'
import { type ShopDetail, ShopDetails } from '#contract/admin.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { recordEdit } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { EXAMPLE_CONTACT, NO_CONTACT, type ShopSettings } from './shop.settings.ts'

const NAMES = Object.keys(ShopDetails.properties) as ShopDetail[]

export type ShopDetailsBook = ReturnType<typeof createShopDetails>

/** What the page's settings have of them. */
export type ShownDetails = Pick<
  ShopConfig,
  'contact' | 'social' | 'delivery_promise' | 'delivery_promise_ar'
>

interface Parts {
  settings: ShopSettings
  /** Invalidates cached responses that contain the details; call it after the commit. */
  announce(): Promise<void>
}

export function createShopDetails(db: Database, { settings, announce }: Parts) {
  const { details: fixed, displays } = settings
  const example = displays.placeholders ? EXAMPLE_CONTACT : NO_CONTACT

  const reply = (stored: ShopDetails) => ({
    data: { ...stored, ...fixed },
    fixed: Object.keys(fixed),
  })

  return {
    find: async () => reply(await find(db.run)),

    async replace(caller: Caller, wanted: ShopDetails) {
      const stored = await inTransaction(db, async (tx) => {
        await sql`select from shop_details for update`.execute(tx)
        const before = await find(tx)
        const kept = Object.keys(fixed).map((name) => [name, before[name as ShopDetail]])
        const after: ShopDetails = { ...wanted, ...Object.fromEntries(kept) }
        const entry = {
          actorId: caller.id,
          action: 'edit',
          entity: 'shop',
          entityId: null,
        } as const
        await recordEdit(tx, { ...entry, before, after }, () => write(tx, after))
        return find(tx)
      })
      await announce()
      return reply(stored)
    },

    /** As the page shows them. */
    async shown(): Promise<ShownDetails> {
      const set = { ...(await find(db.run)), ...fixed }
      return {
        contact: {
          phone: set.phone ?? example.phone,
          email: set.email ?? example.email,
          address: set.address ?? example.address,
          address_ar: set.address_ar ?? set.address ?? example.address_ar,
          privacyUrl: set.privacy_url,
          termsUrl: set.terms_url,
        },
        social: {
          facebook: set.facebook_url,
          instagram: set.instagram_url,
          youtube: set.youtube_url,
        },
        delivery_promise: set.delivery_promise ?? '',
        delivery_promise_ar: set.delivery_promise_ar ?? '',
      }
    },
  }
}

/** What a real shop does not tell its customers yet, for a warning at the start. */
export async function detailWarnings(
  db: Database,
  { production, details }: Pick<ShopSettings, 'details'> & { production: boolean },
): Promise<string[]> {
  if (!production) return []
  const set = { ...(await find(db.run)), ...details }
  const missing = (['phone', 'email', 'address'] as const).filter((name) => set[name] === null)
  return missing.length === 0
    ? []
    : [`Not set, so that customers do not see it: ${missing.join(', ')} (Admin, Shop details).`]
}

function find(db: Handle): Promise<ShopDetails> {
  return db.selectFrom('shop_details').select(NAMES).executeTakeFirstOrThrow()
}

async function write(tx: Handle, details: ShopDetails): Promise<void> {
  await tx
    .updateTable('shop_details')
    .set(({ fn }) => ({ ...details, updated_at: fn<Date>('now') }))
    .execute()
}
