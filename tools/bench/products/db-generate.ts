/**
 * `npm run db:generate -- --products 1000000 [--seed 7]`: fills the database that `npm start` uses with generated
 * products, for measurements and trials. The same seed gives the same products.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { readConfig } from '../../../server/config.ts'
import { progressLine } from '../../../server/demo/progress-line.ts'
import { type Handle, openDatabase } from '../../../server/platform/db/database.ts'
import { migrate } from '../../../server/platform/db/migrate.ts'
import { StartError } from '../../../server/platform/start-error.ts'
import { generateProducts } from './generate-products.ts'

const OWNER = 'generator@barq.example'
const PRODUCTS_MAX = 10_000_000

await run().catch((error: unknown) => {
  console.error(error instanceof StartError ? `Nothing was generated: ${error.message}` : error)
  process.exit(1)
})

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { products: { type: 'string' }, seed: { type: 'string', default: '1' } },
  })
  const count = wholeNumber('--products', values.products, PRODUCTS_MAX)
  const seed = wholeNumber('--seed', values.seed, 2 ** 31)
  const db = await openDatabase(readConfig(process.env))
  try {
    await migrate(db)
    const started = Date.now()
    const text = `Generating ${count.toLocaleString('en')} products`
    const userId = await findOwner(db.run)
    await generateProducts(db, { count, seed, userId, progress: progressLine(text) })
    console.log(`Done in ${Math.round((Date.now() - started) / 1000)} s.`)
  } finally {
    await db.close()
  }
}

function wholeNumber(option: string, text: string | undefined, max: number): number {
  const value = Number(text)
  if (!text || !Number.isInteger(value) || value < 1 || value > max) {
    throw new StartError(`${option} must be a whole number from 1 to ${max}`)
  }
  return value
}

/** @returns the id of the account that owns the generated products; nobody can sign in to it */
async function findOwner(db: Handle): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into app_user (username, email, account_type) values ('Generator', ${OWNER}, 'admin')
    on conflict (lower(email)) where not guest do update set updated_at = now() returning id`.execute(
    db,
  )
  return rows[0]?.id ?? 0
}
