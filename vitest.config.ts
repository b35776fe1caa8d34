import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { IS_FULL } from '#tests/kit/volume.ts'

export default defineConfig({
  test: {
    include: [
      '{contract,server,web,tests,tools,demo,scripts}/**/*.test.ts',
      '{contract,server,web}/**/*.test.tsx',
    ],
    exclude: [...configDefaults.exclude, ...(IS_FULL ? [] : ['**/*.full.test.ts'])],
    // One more than two cores carry: a fifth of the time, a test waits for a timer or a process.
    maxWorkers: Math.max(3, availableParallelism()),
    globalSetup: 'tests/kit/global-setup.ts',
    // Far beyond what any test takes: they end tests that hang, on a busy machine too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
