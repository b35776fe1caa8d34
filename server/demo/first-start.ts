/** Prepares a shop before it opens, and reports what it found. */

import type { AccountsSettings } from '../accounts/accounts.settings.ts'
import { ensureFirstAdmin } from '../accounts/first-admin.ts'
import type { Database } from '../platform/db/database.ts'
import { SettingError } from '../platform/start-error.ts'
import type { DemoSettings } from './demo.settings.ts'
import { DEMO_ADMIN, DEMO_CUSTOMER, DEMO_PASSWORD, isDemoPasswordLive } from './demo-accounts.ts'
import { progressLine } from './progress-line.ts'
import { seedDemo } from './seed-demo.ts'

export interface FirstStartSettings extends DemoSettings, Pick<AccountsSettings, 'admin'> {
  production: boolean
}

export interface FirstStart {
  /** Whether visitors see the demo: it is switched on and its accounts work. */
  demo: boolean
  notes: string[]
}

/**
 * Fills an empty shop if the demo is switched on, and creates the admin named in the settings if the shop has none.
 * @throws SettingError in production while the demo accounts work; StartError if the admin's email belongs to an
 * account that is not an active admin.
 */
export async function firstStart(config: FirstStartSettings, db: Database): Promise<FirstStart> {
  const notes: string[] = []
  if (config.demo) {
    const progress = progressLine('Filling the empty shop with demo data and 90 days of history')
    if (await seedDemo(db, { progress })) notes.push('The empty shop was filled with demo data.')
  }
  const isLive = await isDemoPasswordLive(db)
  if (isLive && config.production) {
    throw new SettingError(
      'the demo accounts still work in this shop, with a public password: run npm run demo:clear first',
    )
  }
  const admin = await ensureFirstAdmin(db, config.admin)
  if (admin === 'created') notes.push('An admin account was created for ADMIN_EMAIL.')
  if (admin === 'others' && config.admin) notes.push(ADMIN_IGNORED)
  if (admin === 'missing' && !isLive) notes.push(NO_ADMIN)
  if (isLive) notes.push(...(config.demo ? DEMO_ACCOUNTS : [DEMO_LEFT]))
  return { demo: config.demo && isLive, notes }
}

const NO_ADMIN =
  'This shop has no admin: start it once with ADMIN_EMAIL and ADMIN_PASSWORD set to create one, or stop it and run npm run admin -- owner@example.com.'

const ADMIN_IGNORED =
  'ADMIN_EMAIL was ignored: this shop has an admin with a different email address. npm run admin creates another admin.'

const DEMO_LEFT =
  'The demo accounts still work, with a public password: npm run demo:clear removes them.'

const DEMO_ACCOUNTS = [
  `  customer  ${DEMO_CUSTOMER}  password  ${DEMO_PASSWORD}`,
  `  admin     ${DEMO_ADMIN}     password  ${DEMO_PASSWORD}`,
]
