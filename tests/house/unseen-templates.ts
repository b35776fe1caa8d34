/** Run after all tests: fails if an `sql<Row>` template never ran, so that checked-rows.ts never checked its type. */
import { existsSync, readFileSync } from 'node:fs'
import { readRowTypes } from '#tests/kit/row-types.ts'
import { SEEN } from '#tests/kit/seen-templates.ts'

/** Files whose statements never run on a checked database, each with the reason and the test that covers it instead. */
const ELSEWHERE: Record<string, string> = {
  'server/platform/db/migrate.ts':
    'before a database is handed out; migrate.test.ts reads its rows',
}

const lines = existsSync(SEEN) ? readFileSync(SEEN, 'utf8').split('\n').filter(Boolean) : []
const seen = new Set(lines)
const { templates } = readRowTypes()
const expected = templates.filter(({ at }) => !(at.replace(/:\d+$/, '') in ELSEWHERE))
const unseen = expected.map(({ at }) => at).filter((line) => !seen.has(line))
console.log(`${expected.length} row types, ${unseen.length} unseen`)
for (const line of unseen) console.error(`no test ran ${line}`)
process.exit(seen.size > 0 && unseen.length === 0 ? 0 : 1)
