/**
 * Run as `node migrate-and-die.ts <migration> <statement>` with DATABASE_URL or DATA_DIR: migrates a database up to the
 * migration, and kills itself just before the raw statement with this number, counted from 1, as if the machine had
 * failed. If there are fewer statements, the program exits normally.
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
    // The migrator builds its own queries, so the only raw statements are the file's own and the limits set for them.
    if (node.kind === 'RawNode' && ++seen === Number(statement))
      process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
})
const { error } = await createMigrator(counting).migrateTo(migration)
await db.close()
if (error) throw error
