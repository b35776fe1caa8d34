import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { IS_FULL } from './tests/kit/volume.ts'

const PORT = process.env.E2E_PORT ?? '3100'
const REALTIME_PORT = process.env.E2E_REALTIME_PORT ?? '6101'

// The workers of a run inherit the name.
process.env.STORIES_FOLDER ??= join(tmpdir(), `barq-e2e-${process.pid}`)

const DESKTOP = { width: 1280, height: 800 }

/** An installed Firefox, not Playwright's own build; Playwright drives it by WebDriver BiDi. */
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
  // What `npm test` leaves to `npm run test:all -- stories`.
  ...(!IS_FULL && { grepInvert: /@full/ }),
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A story that needs a second try has a defect, or tests one.
  retries: 0,
  reporter: [['list'], ['json']],
  // They end what hangs; a busy machine stays far below them.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${PORT}`,
    // Stories answer requests themselves, which a worker would ask before them.
    serviceWorkers: 'block',
    // Recording each story costs a quarter of the time; use `--trace on` to investigate a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Half of a story's processor time is Chromium's; without motion it is a fifth less.
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
      // `npm test` runs there only what a phone has of its own.
      grep: IS_FULL ? /@phone/ : /@phone(?!-full)/,
    },
    ...(process.env.FIREFOX ? [FIREFOX] : []),
  ],
  outputDir: 'coverage/e2e',
  webServer: {
    // A new data folder for every run, so that stories never see rows of an earlier run.
    command: 'node tests/stories/serve.ts',
    url: `http://localhost:${PORT}/readyz`,
    // The stories confirm orders themselves, after checking the state before.
    env: {
      PORT,
      REALTIME_PORT,
      LOG_LEVEL: 'error',
      AUTO_CONFIRM_AFTER: 'off',
      // One demo customer orders in many stories.
      UNPAID_ORDERS_MAX: 'off',
      // Every story's customers come from this machine.
      SIGN_UPS_PER_ADDRESS: '100000',
    },
    timeout: 90_000,
    // If it were killed it would leave its data folder behind.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
