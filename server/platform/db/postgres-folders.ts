/** Folders of this machine that may hold PostgreSQL's programs. */
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

const PACKAGED = '/usr/lib/postgresql'

/** The folders of Debian's packages, the newest version first. */
export async function packagedFolders(): Promise<string[]> {
  const versions = await readdir(PACKAGED).catch(() => [] as string[])
  return versions.sort((a, b) => Number(b) - Number(a)).map((name) => join(PACKAGED, name, 'bin'))
}

/** The folders in which the shell looks for programs. */
export function pathFolders(env: NodeJS.ProcessEnv): string[] {
  return (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
}
