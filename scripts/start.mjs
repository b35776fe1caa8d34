/** `npm start`: installs what is missing, builds what is stale, opens the shop. */
import {
  become,
  ensureBuilt,
  ensureInstalled,
  pinnedNode,
  SERVER_ENV,
  SERVER_FLAGS,
} from './setup.mjs'

ensureInstalled()
const node = pinnedNode()
ensureBuilt(node)
become(node, [...SERVER_FLAGS, 'server/main.ts'], { ...SERVER_ENV, ...process.env })
