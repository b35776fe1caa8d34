import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { IS_FULL } from '#tests/kit/volume.ts'
import { testsOfOwnProcess, testsWithDatabase } from './scripts/kinds-of-tests.mjs'

const own = testsOfOwnProcess()
const exclude = [
  ...configDefaults.exclude,
  ...(IS_FULL ? [] : ['**/*.full.test.ts']),
  ...(process.env.TEST_DATABASE_URL === 'off' ? testsWithDatabase() : []),
]
const shared = {
  // Only tests that hang reach these limits, even on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    // At least three workers, even on two cores: tests spend a fifth of their time waiting for a timer or a process.
    maxWorkers: Math.max(3, availableParallelism()),
    globalSetup: 'tests/kit/global-setup.ts',
    projects: [
      {
        // Modules stay loaded for the next file, which saves a fifth of the work.
        test: {
          ...shared,
          name: 'tests',
          isolate: false,
          include: [
            '{contract,server,web,tests,tools,demo,scripts}/**/*.test.ts',
            '{contract,server,web}/**/*.test.tsx',
          ],
          exclude: [...exclude, ...own],
        },
      },
      { test: { ...shared, name: 'tests of their own process', include: own, exclude } },
    ],
  },
})
