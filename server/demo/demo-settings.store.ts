/**
 * The settings of the demo's owner: a second shipping method, a limit on cash orders, a tax, the seller, the categories'
 * taglines.
 */
import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import type { DemoCatalog } from './demo-catalog.ts'

const EXPRESS = sql`name = 'Express' and name_ar = 'شحن سريع' and fee_cents = 1500`
const CASH_MAX_CENTS = 100_000
const VAT = sql`country = 'AE' and name = 'VAT' and basis_points = 500`

/** The demo's seller, with a tax number in the UAE format. */
const SELLER = {
  name: 'Barq Electronics Trading LLC',
  name_ar: 'برق لتجارة الإلكترونيات ذ.م.م',
  address: 'Office 1204, Sheikh Zayed Road\nDubai, United Arab Emirates',
  address_ar: 'مكتب 1204، شارع الشيخ زايد\nدبي، الإمارات العربية المتحدة',
  tax_number: '100000000000003',
  country: 'AE',
}
const NO_SELLER = {
  name: sql<string>`default`,
  name_ar: sql<string>`default`,
  address: '',
  address_ar: '',
  tax_number: null,
  country: null,
}

/** Call before storing the invoices, which contain the seller and the tax. */
export async function storeSettings(tx: Handle, { categories }: DemoCatalog): Promise<void> {
  await sql`
    update shipping_method
    set name = 'Standard', name_ar = 'شحن عادي', days_min = 2, days_max = 4`.execute(tx)
  await sql`
    insert into shipping_method (name, name_ar, fee_cents, days_min, days_max, position)
    values ('Express', 'شحن سريع', 1500, 1, 1, 1)`.execute(tx)
  await sql`update cash_on_delivery set is_on = true, max_cents = ${CASH_MAX_CENTS}`.execute(tx)
  await sql`
    insert into tax_rate (country, name, name_ar, basis_points)
    values ('AE', 'VAT', 'ضريبة القيمة المضافة', 500)`.execute(tx)
  await tx.updateTable('seller').set(SELLER).execute()
  for (const { category, tagline } of categories) {
    const taglines = { tagline: tagline.en, tagline_ar: tagline.ar }
    await tx.updateTable('category').set(taglines).where('name', '=', category).execute()
  }
}

/**
 * Resets the demo's settings, unless the owner has changed them. The express shipping method is only hidden, because
 * purchases may refer to it.
 */
export async function clearSettings(tx: Handle, { categories }: DemoCatalog): Promise<void> {
  await sql`
    update shipping_method set deleted_at = now(), is_active = false
    where ${EXPRESS} and deleted_at is null`.execute(tx)
  await sql`
    update shipping_method
    set name = 'Delivery', name_ar = 'توصيل', days_min = null, days_max = null
    where name = 'Standard' and name_ar = 'شحن عادي'`.execute(tx)
  await sql`
    update cash_on_delivery set is_on = false, max_cents = null
    where max_cents = ${CASH_MAX_CENTS}`.execute(tx)
  await sql`delete from tax_rate where ${VAT}`.execute(tx)
  await tx
    .updateTable('seller')
    .set(NO_SELLER)
    .where('tax_number', '=', SELLER.tax_number)
    .execute()
  for (const { tagline } of categories) {
    await tx
      .updateTable('category')
      .set({ tagline: '', tagline_ar: '' })
      .where('tagline', '=', tagline.en)
      .where('tagline_ar', '=', tagline.ar)
      .execute()
  }
}
