/** `npm run e2e`: only the browser stories; further arguments go to Playwright. */
import { ensureChromium } from './chromium.mjs'
import { become, ensureBuilt, ensureInstalled, pinnedNode } from './setup.mjs'

ensureInstalled()
const node = pinnedNode()
ensureBuilt(node)
become(node, ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], {
  ...process.env,
  CHROMIUM: ensureChromium(node),
})
