/** Which commit the code of this folder is. */
import { spawnSync } from 'node:child_process'
import { ROOT } from './setup.mjs'

/** Written by the run that publishes. */
const PUBLISHED = ['docs/reliability.md', 'docs/reliability.json']

/** @returns the hash; null where there is no history (a source archive). */
export function currentCommit() {
  return git(['rev-parse', 'HEAD'])
}

/** @returns the files that differ from the commit, but for those that publishing writes. */
export function changedFiles() {
  const others = PUBLISHED.map((file) => `:(exclude)${file}`)
  return (git(['status', '--porcelain', '--', '.', ...others]) ?? '').split('\n').filter(Boolean)
}

/** @returns what git says, without the last line's end; null when it refuses or is not there. */
export function git(args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.trimEnd() : null
}
