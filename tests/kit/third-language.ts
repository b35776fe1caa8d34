/**
 * A copy of the shop that speaks one language more, made by the steps that decision 0022 names for
 * adding one. Its catalogue is the English one with a mark before every message, so that a sentence
 * which does not come from a catalogue is seen: it lacks the mark.
 */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#server/platform/root.ts'
import { freePorts } from './free-port.ts'
import { runProgram } from './program.ts'

/** What the copy changes or builds from; links in the others lead out of it again. */
const COPIED = ['contract', 'server', 'web', 'scripts', 'package.json', 'vite.config.ts']
const LINKED = ['node_modules', 'demo']

/** No language has this code, and no text of the shop this mark. */
export const CODE = 'xx'
export const MARK = '[xx]'

export interface ThirdLanguageShop {
  address: string
  /** Ends it and removes everything. */
  close(): Promise<void>
}

/** The copy as a demo, open on ports of its own. */
export async function openThirdLanguageShop(): Promise<ThirdLanguageShop> {
  const copy = await copyWithThirdLanguage()
  await buildPage(copy)
  const dataDir = await mkdtemp(join(tmpdir(), 'barq-language-data-'))
  const [port, realtimePort] = await freePorts(2)
  const { child, open, ended } = runProgram(
    {
      DATA_DIR: dataDir,
      DEMO: 'on',
      AUTO_CONFIRM_AFTER: 'off',
      PORT: String(port),
      REALTIME_PORT: String(realtimePort),
    },
    join(copy, 'server/main.ts'),
  )
  const address = await open
  return {
    address,
    async close() {
      child.kill('SIGTERM')
      await ended
      for (const folder of [copy, dataDir]) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function copyWithThirdLanguage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'barq-language-'))
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  for (const name of LINKED) await symlink(join(ROOT, name), join(folder, name))
  await addLanguage(folder)
  return folder
}

/** An entry and a catalogue. */
async function addLanguage(folder: string): Promise<void> {
  await change(join(folder, 'contract/locale.ts'), (source) =>
    source.replace(
      '\n] as const satisfies',
      `\n  { code: '${CODE}', name: '${MARK} Third', dir: 'ltr', format: 'en' },\n] as const satisfies`,
    ),
  )
  const english = await readFile(join(folder, 'contract/words/en.json'), 'utf8')
  await writeFile(join(folder, `contract/words/${CODE}.json`), marked(english))
}

async function change(file: string, edit: (source: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8')
  const after = edit(before)
  if (after === before) throw new Error(`${file} is not as it was: nothing was added to it`)
  await writeFile(file, after)
}

function marked(catalogue: string): string {
  const messages = Object.entries(JSON.parse(catalogue) as Record<string, string>)
  return JSON.stringify(Object.fromEntries(messages.map(([id, text]) => [id, `${MARK} ${text}`])))
}

/** Builds the page of a copy, as `npm start` does. */
async function buildPage(folder: string): Promise<void> {
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the page was not built: ${code}`)
}
