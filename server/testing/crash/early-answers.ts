/**
 * The shop with one defect, for the crash tests to catch: it answers before it commits. Single
 * statements share a transaction that is committed five times a second.
 */
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createDatabase } from '../../platform/db/database.ts'
import { lockDirectory } from '../../platform/db/directory-lock.ts'
import { PGLITE_OPTIONS, pgliteEngine } from '../../platform/db/pglite.ts'

const COMMIT_EVERY_MS = 200

const config = readConfig(process.env)
const unlock = await lockDirectory(config.dataDir)
const pglite = await PGlite.create(join(config.dataDir, 'pglite'), PGLITE_OPTIONS)
const db = createDatabase(pgliteEngine(committingLate(pglite), unlock))
const app = await createApp(config, db)
await app.listen({ host: config.host, port: config.port })
console.log(`Barq is open at ${config.publicUrl}`)

function committingLate(real: PGlite): PGlite {
  let isOpen = false
  const commit = async () => {
    if (!isOpen) return
    isOpen = false
    await real.exec('commit')
  }
  setInterval(commit, COMMIT_EVERY_MS)
  const late: Partial<PGlite> = {
    async query<T>(...statement: Parameters<PGlite['query']>) {
      if (!isOpen) {
        isOpen = true
        await real.exec('begin')
      }
      return real.query<T>(...statement)
    },
    async transaction(work) {
      await commit()
      return real.transaction(work)
    },
  }
  return new Proxy(real, {
    get(target, name) {
      const value = Reflect.get(name in late ? late : target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
