/** The stories' shared shop: the real server with a new demo, seeded once into a database that all shops copy. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { findPostgres } from '#tests/kit/postgres-server.ts'
import { copyDemo, DEMO_URL_FILE, databaseOn, STORIES_FOLDER } from './demo-copy.ts'

mkdirSync(STORIES_FOLDER, { recursive: true })
process.on('exit', () => rmSync(STORIES_FOLDER, { recursive: true, force: true }))
process.env.DATA_DIR = `${STORIES_FOLDER}/data`

const postgres = await findPostgres()
const demo = await databaseOn(postgres.url, `barq_demo_${process.pid}`)
const db = await openDatabase({ databaseUrl: demo, dataDir: '' })
await migrate(db)
await seedDemo(db)
await db.close()
writeFileSync(DEMO_URL_FILE, demo)
process.env.DATABASE_URL = (await copyDemo()).url
await import('#server/main.ts')
