/**
 * The shop with one defect that the crash tests must catch: it acknowledges before the data is in
 * the files. A commit is written when the buffers are full, not when it happens.
 */
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { lockDirectory } from '#server/platform/db/directory-lock.ts'
import { createPGlite, pgliteEngine } from '#server/platform/db/pglite.ts'
import { PGlitePool } from '#server/platform/db/pglite-pool.ts'

const config = readConfig(process.env)
const unlock = await lockDirectory(config.dataDir)
const pglite = await createPGlite(join(config.dataDir, 'pglite'))
await pglite.exec('set synchronous_commit = off')
const db = createDatabase(pgliteEngine(new PGlitePool(pglite), unlock))
const app = await createApp(config, db)
await app.listen({ host: config.host, port: config.port })
console.log(`Barq is open at ${config.publicUrl}`)
