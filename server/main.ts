/**
 * Starts the shop (settings, database, application), and shuts it down in order on a signal or after an unexpected
 * error.
 */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { type Config, readConfig, settingWarnings } from './config.ts'
import { firstStart } from './demo/first-start.ts'
import { assertComplete } from './platform/backup/interrupted.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { notWritable } from './platform/db/embedded-place.ts'
import { migrate } from './platform/db/migrate.ts'
import { flushLogs } from './platform/http/log-output.ts'
import { assertPortFree, explainPort, type Wanted } from './platform/http/ports.ts'
import { isThere } from './platform/is-there.ts'
import { closeToOthers, keepPrivate } from './platform/private-folder.ts'
import { ROOT } from './platform/root.ts'
import { SettingError, StartError } from './platform/start-error.ts'
import { RENDERER } from './shop/render-screen.ts'
import { detailWarnings } from './shop/shop-details.ts'

/** How long requests in progress may take to finish after a stop signal. */
const DRAIN_MS = 8_000

/**
 * Signals repeated within this time are treated as one: a terminal sends Ctrl+C both to the shop and to `npm start`,
 * which passes it on.
 */
const SAME_SIGNAL_MS = 1_000

/** The exit code for an invalid setting, EX_CONFIG in sysexits.h: restarting does not help. */
const BAD_SETTING = 78

keepPrivate()
// The last log lines say why the process ends, so even a slow reader must receive them.
process.on('exit', () => flushLogs())

await start().catch((error: unknown) => {
  // A StartError is reported by its message alone; any other error is unexpected and keeps its stack.
  console.error(error instanceof StartError ? `Barq cannot start: ${error.message}` : error)
  process.exit(error instanceof SettingError ? BAD_SETTING : 1)
})

async function start(): Promise<void> {
  const wanted = readConfig(process.env)
  await assertPortFree(wanted.host, portsOf(wanted))
  const isPrivate = await closeToOthers(wanted.dataDir).catch(({ code }) => {
    throw notWritable(wanted.dataDir, code)
  })
  const db = await openDatabase(wanted)
  try {
    // Rejects a half-restored shop. Checked after connecting, because a restore first marks the folder as incomplete
    // and then refuses to run if anything is connected.
    await assertComplete(wanted.dataDir)
    await migrate(db)
    const { demo, notes } = await firstStart(wanted, db)
    // A shop that is not a demo gets none of the demo's defaults, even if DEMO=off was never set.
    const config = demo ? wanted : readConfig({ ...process.env, DEMO: 'off' })
    const app = await createApp(config, db, RENDERER)
    await listen(app, config)
    stopOnSignal(app, db)
    if (!isPrivate)
      notes.push(`${config.dataDir} belongs to another system user: check who can read it.`)
    print(app, config, 'info', await greeting(config, notes))
    print(app, config, 'warn', [
      ...settingWarnings(process.env, config),
      ...(await detailWarnings(db, config)),
    ])
  } catch (error) {
    await db.close()
    throw error
  }
}

function portsOf({ port, realtimePort }: Config): [Wanted, Wanted] {
  return [
    { name: 'PORT', port },
    { name: 'REALTIME_PORT', port: realtimePort },
  ]
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  const { host } = config
  const [http, realtime] = portsOf(config)
  try {
    await app.listen({ host, port: http.port }).catch(explainPort(http))
    await app.realtime.listen({ host, port: realtime.port }).catch(explainPort(realtime))
  } catch (error) {
    await app.close()
    throw error
  }
}

async function greeting({ publicUrl, databaseUrl, dataDir }: Config, notes: string[]) {
  const lines = [`Barq is open at ${publicUrl}`, ...notes]
  if (!databaseUrl) lines.push(`Its database is in ${dataDir}.`)
  if (!(await isThere(join(ROOT, 'dist/web/index.html'))))
    lines.push('The page is not built: run npm start, or npm run dev while developing.')
  return lines
}

/** Logs each line as JSON in production, for log collectors; otherwise prints it for people. */
function print(
  app: FastifyInstance,
  { production }: Config,
  level: 'info' | 'warn',
  lines: readonly string[],
): void {
  for (const line of lines) {
    if (production) app.log[level](line)
    else console.log(line)
  }
}

function stopOnSignal(app: FastifyInstance, db: Database): void {
  let stoppingSince: number | null = null
  const stop = (code: number) => {
    stoppingSince = performance.now()
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    app
      .close()
      .then(() => db.close())
      .then(() => process.exit(code))
      .catch((error) => {
        console.error(error)
        process.exit(1)
      })
  }
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      if (stoppingSince === null) stop(0)
      else if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
    })
  }
  // After a bug, the state is unknown: requests in progress finish, then the process exits.
  for (const defect of ['uncaughtException', 'unhandledRejection']) {
    process.on(defect, (err) => {
      app.log.fatal({ err }, 'unexpected error: the shop is stopping')
      if (stoppingSince === null) stop(1)
    })
  }
}
