/**
 * Creates an admin, or sets a new password for an existing one and ends all sessions of that account.
 *
 *     npm run admin -- owner@example.com
 *
 * The password is ADMIN_PASSWORD, or a generated one that is printed once. Uses the database at DATABASE_URL, or the
 * embedded one in DATA_DIR, also of a shop that is running.
 */

import { createSessions } from '#server/accounts/sessions/sessions.ts'
import { setAdmin } from '#server/accounts/set-admin.ts'
import { openSignals } from '#server/platform/db/signals.ts'
import { emailOf } from '#server/platform/environment.ts'
import { newToken } from '#server/platform/secret-token.ts'
import { StartError } from '#server/platform/start-error.ts'
import { openShop } from './open-shop.ts'
import { runCommand } from './run-command.ts'

/** The length of a generated password: 96 random bits, yet short enough to type. */
const GENERATED_LENGTH = 16

await runCommand('Nothing was changed', run)

async function run(): Promise<void> {
  const email = emailOf({ 'The address': process.argv[2] }, 'The address')
  if (!email) throw new StartError('give an email address: npm run admin -- owner@example.com')
  const given = process.env.ADMIN_PASSWORD
  // The settings accept ADMIN_EMAIL and ADMIN_PASSWORD only together.
  const { db } = await openShop({ ADMIN_EMAIL: given && email })
  try {
    const password = given || newToken().slice(0, GENERATED_LENGTH)
    const sessions = createSessions(db, await openSignals(db))
    const done = await setAdmin(db, sessions, { email, password })
    console.log(
      done === 'created'
        ? `${email} is now an admin.`
        : `${email} has a new password, and has been signed out on every device.`,
    )
    if (!given)
      console.log(
        `Password: ${password}  (it is not shown again; you can change it in the profile)`,
      )
  } finally {
    await db.close()
  }
}
