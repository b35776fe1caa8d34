/**
 * R5 in full: the shop with an embedded database, its PostgreSQL, or both at once are killed while customers order; and
 * the shop is started by accounts other than root, and by processes that cannot see each other.
 */
import { spawnSync } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killServer, serverIn } from '#tests/kit/embedded.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { runProgram } from '#tests/kit/program.ts'
import { CrashingShop } from './crashing-shop.ts'

const KILLS = 6

describe('a shop with an embedded database', { timeout: 600_000 }, () => {
  const shop = new CrashingShop('embedded')
  beforeAll(() => shop.open())
  afterAll(async () => {
    await killServer(shop.dataDir)
    await shop.close()
  })

  it('loses nothing that it acknowledged when it is killed', async () => {
    expect((await shop.crash(KILLS)).complaints).toEqual([])
  })

  it('loses nothing when its PostgreSQL is killed with it', async () => {
    const report = await shop.crash(KILLS, () => killServer(shop.dataDir))

    expect(report.complaints).toEqual([])
  })

  it('loses nothing when its PostgreSQL is killed, and starts it again', async () => {
    const { program, address } = await shop.start()
    for (let kill = 0; kill < KILLS; kill++) {
      const report = await shop.outage(address, async () => {
        await pause(300 + Math.random() * 1_000)
        await killServer(shop.dataDir)
      })
      expect(report).toMatchObject({ complaints: [], gaveUp: 0 })
    }
    program.child.kill('SIGTERM')

    expect((await program.ended).code).toBe(0)
    expect(serverIn(shop.dataDir)).toBeNull()
  })
})

const NOBODY = 65_534
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
/** As in a container: the program is process 1, sees no other processes, and ends when its launcher does. */
const OWN_PIDS = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']

describe.skipIf(process.getuid?.() !== 0)('an embedded database', { timeout: 120_000 }, () => {
  let root: string
  const start = (dataDir: string, launcher: string[]) => runProgram({ DATA_DIR: dataDir }, launcher)

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'barq-accounts-'))
    await chown(root, NOBODY, NOBODY)
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  it('can be started by an ordinary account in its own folder only', async () => {
    const own = start(join(root, 'own'), AS_NOBODY)
    await own.open
    own.child.kill('SIGTERM')
    expect((await own.ended).code).toBe(0)

    const foreign = join(root, 'foreign')
    await mkdir(foreign)
    const { code, stderr } = await start(foreign, AS_NOBODY).ended
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not writable (EACCES)')])
  })

  it('is joined by a process that does not see the first one, as in a container', async ({
    skip,
  }) => {
    const [command = '', ...args] = OWN_PIDS
    const { status, stderr } = spawnSync(command, [...args, 'true'], { encoding: 'utf8' })
    if (status !== 0) return skip(`${command} cannot be used here: ${stderr}`)
    const dataDir = join(root, 'shared')
    const first = start(dataDir, [])
    await first.open
    const pid = serverIn(dataDir)
    const port = String(await freePort())
    const env = { DATA_DIR: dataDir, PORT: port }
    const second = runProgram(env, OWN_PIDS)
    const address = await second.open

    expect(serverIn(dataDir)).toBe(pid)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    second.child.kill('SIGKILL')
    await second.ended
    first.child.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)
    expect(serverIn(dataDir)).toBeNull()
  })
})
