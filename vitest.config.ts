import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{contract,server,web,demo,scripts}/**/*.test.ts',
      '{contract,server,web}/**/*.test.tsx',
    ],
    globalSetup: 'server/testing/global-setup.ts',
    // A server test may start PGlite, which takes a second or two on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
