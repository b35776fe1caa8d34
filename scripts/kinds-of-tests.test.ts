import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testsOfOwnProcess, timedTests } from './kinds-of-tests.mjs'

it('finds tests that measure time by a limit, by a ratio, and by their own clock', () => {
  expect(timedTests()).toEqual(
    expect.arrayContaining([
      'server/accounts/accounts.test.ts',
      'server/accounts/sign-in/brute-force.test.ts',
      'server/catalog/search/search.test.ts',
      'tests/wire/drain.test.ts',
      'tests/wire/slow-clients.test.ts',
      'tests/wire/soak.test.ts',
    ]),
  )
})

it('finds tests that mock modules, and tests that check the memory of their process', () => {
  expect(testsOfOwnProcess()).toEqual(
    expect.arrayContaining([
      'server/accounts/sign-in/enumeration.test.ts',
      'server/platform/http/log-output.test.ts',
      'server/platform/realtime/sockets.test.ts',
    ]),
  )
})

it('leaves most tests to run in parallel', () => {
  const all = globSync('{server,tests,tools}/**/*.test.ts', {
    cwd: join(import.meta.dirname, '..'),
  })

  expect(timedTests().length).toBeLessThan(all.length / 3)
  expect(testsOfOwnProcess().length).toBeLessThan(all.length / 10)
})
