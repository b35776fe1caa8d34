/** `npm run e2e`: only the browser stories; further arguments go to Playwright. */

import { join } from 'node:path'
import { ensureChromium, findOrInstallFirefox } from './browsers.mjs'
import { become, ensureBuilt, ensureInstalled, pinnedNode, ROOT } from './setup.mjs'

ensureInstalled()
const node = pinnedNode()
ensureBuilt(node)
const firefox = findOrInstallFirefox()
if (!firefox) console.log('Firefox was not found: its stories are skipped.')
become(node, ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], {
  ...process.env,
  // If unset, the report is printed.
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(ROOT, 'coverage/e2e.json'),
  CHROMIUM: ensureChromium(node),
  ...(firefox && { FIREFOX: firefox }),
})
