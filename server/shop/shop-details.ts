/** Shop details: from the environment, otherwise from staff, otherwise an example if placeholders are shown. */
import { sql } from 'kysely'
import { type EditOf, type ShopDetail, ShopDetails } from '#contract/admin.ts'
import { DEFAULT_NAMES } from '#contract/brand.ts'
import { currencyOf } from '#contract/currencies.ts'
import { USD } from '#contract/money.ts'
import { pictureKey } from '#contract/pictures.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { recordSettings, versionOf } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid } from '../platform/http/shop-error.ts'
import type { KeptPictures } from '../platform/media/kept-pictures.ts'
import { changeCurrency, hasOrders, loadCurrency } from './currency.ts'
import { EXAMPLE_CONTACT, knowsTimeZone, NO_CONTACT, type ShopSettings } from './shop.settings.ts'

const NAMES = Object.keys(ShopDetails.properties) as ShopDetail[]

export type ShopDetailsBook = ReturnType<typeof createShopDetails>

interface Parts {
  settings: ShopSettings
  pictures: Pick<KeptPictures, 'retire'>
  /**
   * Invalidates cached responses that contain the details; runs after the commit.
   * @param what `everything` if every product looks different.
   */
  announce(what?: 'everything'): Promise<void>
}

export function createShopDetails(db: Database, { settings, pictures, announce }: Parts) {
  const { details: fixed, displays } = settings
  const retire = async (tx: Handle, logo: string | null) => {
    const key = logo && pictureKey(logo)
    if (key) await pictures.retire(tx, [key])
  }
  const example = displays.placeholders ? EXAMPLE_CONTACT : NO_CONTACT

  const reply = async (stored: ShopDetails) => ({
    data: { ...stored, ...fixed, version: versionOf(stored) },
    fixed: Object.keys(fixed),
    hasOrders: await hasOrders(db.run),
  })

  return {
    find: async () => reply(await find(db.run)),

    /**
     * @throws ShopError `invalid` for an unknown time zone, or an Arabic name without an English one;
     * `edited_meanwhile`; `conflict` if `changeCurrency` rejects the currency.
     */
    async replace(caller: Caller, { version, ...wanted }: EditOf<ShopDetails>) {
      const { time_zone: zone } = wanted
      if (wanted.name === null && wanted.name_ar !== null) {
        throw invalid({ name: ['error.shopName'] })
      }
      if (zone !== null && !(await isTimeZone(db.run, zone))) {
        throw invalid({ time_zone: ['error.timeZone'] })
      }
      let isRepriced = false
      const stored = await inTransaction(db, async (tx) => {
        await sql`select from shop_details for update`.execute(tx)
        const before = await find(tx)
        const kept = Object.keys(fixed).map((name) => [name, before[name as ShopDetail]])
        const after: ShopDetails = { ...wanted, ...Object.fromEntries(kept) }
        const edit = { entity: 'shop', before, after, version } as const
        // Runs after the version check, so that an outdated form is rejected as outdated, not for its old currency.
        await recordSettings(tx, caller, edit, async () => {
          await changeCurrency(tx, before.currency, after.currency)
          await write(tx, after)
        })
        isRepriced =
          before.prior_prices !== after.prior_prices || before.currency !== after.currency
        if (before.logo !== after.logo) await retire(tx, before.logo)
        return find(tx)
      })
      await loadCurrency(db.run)
      await announce(isRepriced ? 'everything' : undefined)
      return reply(stored)
    },

    async shown() {
      const set = { ...(await find(db.run)), ...fixed }
      return {
        brand: {
          name: set.name ?? DEFAULT_NAMES.name,
          name_ar: set.name_ar ?? set.name ?? DEFAULT_NAMES.name_ar,
          tagline: set.tagline ?? '',
          tagline_ar: set.tagline_ar ?? '',
          logo: set.logo,
        },
        locale: set.locale,
        accent: set.accent,
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
        ...currencyShown(set.currency),
        timeZone: set.time_zone ?? 'UTC',
        visitors: set.visitors === 'order' ? 'browse' : (set.visitors ?? 'sign-in'),
        guests: set.visitors === 'order',
      }
    },
  }
}

function currencyShown(
  code: ShopDetails['currency'],
): Pick<ShopConfig, 'currency' | 'currencyDigits'> {
  const { digits } = currencyOf(code ?? USD.code)
  return { currency: code ?? USD.code, currencyDigits: digits }
}

/** Stores the time zone set in the environment, for the SQL statements that use it. */
export async function storeTimeZone(
  db: Database,
  { details: { time_zone: zone } }: Pick<ShopSettings, 'details'>,
): Promise<void> {
  if (!zone) return
  await sql`
    update shop_details set time_zone = ${zone}
    where time_zone is distinct from ${zone}`.execute(db.run)
}

/** Whether both the database and this process know the time zone, since both compute days and times. */
async function isTimeZone(db: Handle, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db)
  return rows.length === 1 && knowsTimeZone(name)
}

/** Startup warnings about details that a real shop still lacks. */
export async function detailWarnings(
  db: Database,
  { production, details }: Pick<ShopSettings, 'details'> & { production: boolean },
): Promise<string[]> {
  if (!production) return []
  const set = { ...(await find(db.run)), ...details }
  const missing = (['phone', 'email', 'address'] as const).filter((name) => set[name] === null)
  return missing.length === 0
    ? []
    : [
        `Customers do not see these shop details, because they are not set: ${missing.join(', ')} (Admin, Shop details).`,
      ]
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
