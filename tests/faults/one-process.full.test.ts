/**
 * R5: an embedded database belongs to one process, in any pid namespace. Others are refused at once
 * with the holder's pid; exactly one contender takes over the lock of a dead process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockDirectory } from '#server/platform/db/directory-lock.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { cannotLaunch, HERE, type Launcher, OWN_PIDS } from '#tests/kit/launcher.ts'
import { endPrograms, type Program, runProgram } from '#tests/kit/program.ts'
import { runScript } from '#tests/kit/run-script.ts'

const CONTENDERS = 4
const ROUNDS = 60
const SECONDS = 3

let folder: string
let contenders: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barq-lock-'))
})

afterAll(async () => {
  endPrograms()
  for (const contender of contenders) contender.kill()
  await rm(folder, { recursive: true, force: true })
})

// It starts programs, each of which may take seconds on a busy machine.
it('a second process is refused at once, and the first does not notice', {
  timeout: 90_000,
}, async () => {
  const port = String(await freePort())
  const DATA_DIR = join(folder, 'data')
  const first = runProgram({ DATA_DIR, PORT: port })
  await first.open
  let slowest = 0

  for (let time = 0; time < SECONDS; time++) {
    const began = performance.now()
    const { code, stderr } = await runProgram({ DATA_DIR }).ended
    slowest = Math.max(slowest, Math.round(performance.now() - began))
    expect(code).toBe(1)
    expect(stderr).toContain(`is in use by process ${first.child.pid}`)
  }

  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
  first.child.kill('SIGKILL')
  await first.ended
})

it('the lock of a dead process goes to exactly one contender', async () => {
  const dead = await pidOfDead()
  contenders = Array.from({ length: CONTENDERS }, () =>
    fork(join(import.meta.dirname, 'lock-contender.ts')),
  )
  await Promise.all(contenders.map((contender) => once(contender, 'message')))
  const boot = await bootOf(join(folder, 'boot'))

  for (let round = 0; round < ROUNDS; round++) {
    const wanted = join(folder, `round-${round}`)
    await mkdir(wanted)
    await writeFile(join(wanted, 'barq.lock'), JSON.stringify({ pid: dead, boot }))

    const answers = contenders.map((contender) => once(contender, 'message'))
    for (const contender of contenders) contender.send(wanted)
    const said = (await Promise.all(answers)).flat()

    expect(
      said.filter((answer) => answer === 'held'),
      said.join('\n'),
    ).toHaveLength(1)
  }
})

it.for([
  ['in a container', 'outside of it', OWN_PIDS, HERE],
  ['outside', 'in a container', HERE, OWN_PIDS],
  ['in a container', 'in another one', OWN_PIDS, OWN_PIDS],
] as const)(
  'the database of a shop %s cannot be opened %s until that shop is killed',
  { timeout: 120_000 },
  async ([, , one, another], { skip }) => {
    const reason = cannotLaunch(OWN_PIDS)
    if (reason) return skip(`no pid namespace of its own: ${reason}`)
    const root = await mkdtemp(join(folder, 'namespaces-'))
    const DATA_DIR = join(root, 'data')
    const first = await start(DATA_DIR, one)
    const address = await first.open
    const backups = join(root, 'backups')
    const saved = await runScript('backup', ['--to', backups], { DATA_DIR }, another)
    expect([saved.code, saved.output]).toEqual([0, expect.stringContaining('Saved to')])
    const [name = ''] = await readdir(backups)

    const second = await (await start(DATA_DIR, another)).ended
    const restored = await runScript(
      'restore',
      [join(backups, name), '--replace-this-shop'],
      { DATA_DIR },
      another,
    )
    const cleared = await runScript('demo-clear', ['--yes'], { DATA_DIR }, another)

    const holder = one === HERE ? first.child.pid : 1
    const sentence = expect.stringContaining(`${DATA_DIR} is in use by process ${holder}`)
    expect([second.code, second.stderr]).toEqual([1, sentence])
    expect([restored.code, restored.output]).toEqual([1, sentence])
    expect([cleared.code, cleared.output]).toEqual([1, sentence])
    expect((await fetch(`${address}/readyz`)).status).toBe(200)

    first.child.kill('SIGKILL')
    await first.ended
    const next = await start(DATA_DIR, another)
    expect((await fetch(`${await next.open}/readyz`)).status).toBe(200)
    next.child.kill('SIGKILL')
    await next.ended
  },
)

async function start(DATA_DIR: string, launcher: Launcher): Promise<Program> {
  const PORT = String(await freePort())
  return runProgram({ DATA_DIR, PORT }, 'server/main.ts', undefined, launcher)
}

async function pidOfDead(): Promise<number> {
  const child = runProgram({ PORT: 'none' })
  await child.ended
  return child.child.pid ?? 0
}

/** The boot id in a lock file written since this machine booted. */
async function bootOf(place: string): Promise<string> {
  const release = await lockDirectory(place)
  const { boot } = JSON.parse(await readFile(join(place, 'barq.lock'), 'utf8'))
  await release()
  return boot
}
