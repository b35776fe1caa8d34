import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mayInstall } from './setup.mjs'

it.for([
  ['at a terminal', {}, true, false],
  ['at a terminal where it is requested', { BARQ_TEST_INSTALL: 'on' }, true, true],
  ['without a terminal', {}, false, true],
  ['in CI', { CI: 'true' }, true, true],
  ['in CI where it is forbidden', { CI: 'true', BARQ_TEST_INSTALL: 'off' }, false, false],
] as const)('root %s: installing is allowed or not', ([, env, isTerminal, isAllowed], { skip }) => {
  // Only root may install packages, and only with apt-get.
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return skip()

  expect(mayInstall(env, isTerminal)).toBe(isAllowed)
})
