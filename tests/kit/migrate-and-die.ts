/**
 * Migrates a database up to the given migration and kills itself before the given statement in it,
 * as if the machine had failed: `node migrate-and-die.ts <migration> <statement>`, with
 * DATABASE_URL or DATA_DIR. Statements of the migration's file are counted from 1; if there are
 * fewer, the program exits normally.
 */
import { openDatabase } from '#server/platform/db/database.ts'
import { createMigrator } from '#server/platform/db/migrate.ts'

const [migration = '', statement = ''] = process.argv.slice(2)
const db = await openDatabase({
  databaseUrl: process.env.DATABASE_URL ?? null,
  dataDir: process.env.DATA_DIR ?? '',
})

let seen = 0
const counting = db.root.withPlugin({
  transformQuery({ node }) {
    // The migrator builds its own queries; the file's statements and their limits are raw.
    if (node.kind === 'RawNode' && ++seen === Number(statement))
      process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
})
const { error } = await createMigrator(counting).migrateTo(migration)
await db.close()
if (error) throw error
