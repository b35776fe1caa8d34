/** The commit that the working tree is based on. */
import { spawnSync } from 'node:child_process'
import { ROOT } from './setup.mjs'

/** Files that a publishing run writes. */
const PUBLISHED = ['docs/reliability.md', 'docs/reliability.json']

/** @returns the hash; null where there is no history (a source archive). */
export function currentCommit() {
  return git(['rev-parse', 'HEAD'])
}

/** @returns the files that differ from the commit, except those that publishing writes. */
export function changedFiles() {
  const others = PUBLISHED.map((file) => `:(exclude)${file}`)
  return (git(['status', '--porcelain', '--', '.', ...others]) ?? '').split('\n').filter(Boolean)
}

/** @returns the output of git without the final newline; null when git fails or is missing. */
export function git(args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.trimEnd() : null
}
