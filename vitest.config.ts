import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { IS_SOAK } from '#tests/kit/time-limits.ts'

export default defineConfig({
  test: {
    include: [
      '{contract,server,web,tests,tools,demo,scripts}/**/*.test.ts',
      '{contract,server,web}/**/*.test.tsx',
    ],
    // The default is one fewer than the number of cores, which on two cores would be a single
    // worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: 'tests/kit/global-setup.ts',
    // A server test may start PGlite, which takes a second or two on a busy machine.
    // A soak does up to fifty times as much in one test.
    testTimeout: IS_SOAK ? 600_000 : 30_000,
    hookTimeout: 60_000,
  },
})
