import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testsOfOwnProcess, testsWithDatabase } from './kinds-of-tests.mjs'

const all = globSync('{contract,demo,scripts,server,tests,tools,web}/**/*.test.{ts,tsx}', {
  cwd: join(import.meta.dirname, '..'),
})

it('finds tests that mock modules', () => {
  expect(testsOfOwnProcess()).toContain('server/accounts/sign-in/enumeration.test.ts')
  expect(testsOfOwnProcess().length).toBeLessThan(all.length / 10)
})

it('finds tests that need a database, in a shop or in a program, and leaves the others', () => {
  expect(testsWithDatabase()).toEqual(
    expect.arrayContaining(['server/cart/cart.test.ts', 'server/main.test.ts']),
  )
  expect(testsWithDatabase()).not.toContain('contract/money.test.ts')
})
