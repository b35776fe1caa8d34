/** `npm run e2e`: runs only the browser stories, and passes its arguments to Playwright. */

import { join } from 'node:path'
import { ensureChromium, findOrInstallFirefox } from './browsers.mjs'
import { become, ensureBuilt, ensureInstalled, pinnedNode, ROOT } from './setup.mjs'

ensureInstalled()
const node = pinnedNode()
ensureBuilt(node)
const firefox = findOrInstallFirefox()
if (!firefox) console.log('Firefox was not found: the stories in Firefox are skipped.')
become(node, ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], {
  ...process.env,
  // Without a file name, Playwright would print the JSON report.
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(ROOT, 'coverage/e2e.json'),
  CHROMIUM: ensureChromium(node),
  ...(firefox && { FIREFOX: firefox }),
})
