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
    // The default is one fewer than the number of cores, which on two cores would be a single
    // worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: 'tests/kit/global-setup.ts',
    // Far beyond what any test takes: they end tests that hang, on a busy machine too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
