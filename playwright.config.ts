import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { IS_FULL } from './tests/kit/volume.ts'

const PORT = process.env.E2E_PORT ?? '3100'
const REALTIME_PORT = process.env.E2E_REALTIME_PORT ?? '6101'

// Set in the environment, so that the run's workers, whose process ids differ, use the same folder.
process.env.STORIES_FOLDER ??= join(tmpdir(), `barq-e2e-${process.pid}`)

const DESKTOP = { width: 1280, height: 800 }

/** An installed Firefox instead of Playwright's build, driven over WebDriver BiDi. */
const FIREFOX = {
  name: 'firefox',
  use: {
    ...devices['Desktop Firefox'],
    viewport: DESKTOP,
    channel: 'moz-firefox',
    launchOptions: { executablePath: join(import.meta.dirname, 'tests/stories/firefox.mjs') },
  },
  grep: /@firefox/,
}

export default defineConfig({
  testDir: 'tests/stories',
  testMatch: '*.story.ts',
  // Stories with `@full` run only in `npm run test:all`.
  ...(!IS_FULL && { grepInvert: /@full/ }),
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A story that passes only on the second try has found a defect in the shop or has one itself.
  retries: 0,
  reporter: [['list'], ['json']],
  // Only stories that hang reach these limits, even on a busy machine.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${PORT}`,
    // A service worker would get the requests that stories intercept.
    serviceWorkers: 'block',
    // Recording traces takes a quarter of the run; use `--trace on` to investigate a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Chromium takes half of a story's processor time; without animations, it takes a fifth less.
    ...(!IS_FULL && { contextOptions: { reducedMotion: 'reduce' } }),
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Threads that collect garbage side by side take a tenth more of two cores.
        '--js-flags=--single-threaded-gc',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: DESKTOP },
    },
    {
      name: 'phone',
      use: { ...devices['Pixel 7'] },
      // Stories with `@phone-full` run on a phone only in `npm run test:all`.
      grep: IS_FULL ? /@phone/ : /@phone(?!-full)/,
    },
    ...(process.env.FIREFOX ? [FIREFOX] : []),
  ],
  outputDir: 'coverage/e2e',
  webServer: {
    // Every run gets a new data folder, so that stories never see rows of an earlier run.
    command: 'node tests/stories/serve.ts',
    url: `http://localhost:${PORT}/readyz`,
    env: {
      PORT,
      REALTIME_PORT,
      LOG_LEVEL: 'error',
      // Stories check unconfirmed orders before they confirm them.
      AUTO_CONFIRM_AFTER: 'off',
      // All customers of the stories share this machine's IP address.
      UNPAID_ORDERS_MAX: 'off',
      SIGN_UPS_PER_ADDRESS: '100000',
    },
    timeout: 90_000,
    // The default signal, SIGKILL, would leave the data folder behind.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
