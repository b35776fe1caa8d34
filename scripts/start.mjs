/** `npm start`: installs what is missing, builds what is outdated, opens the shop. */
import {
  become,
  COMPILE_CACHE,
  ensureBuilt,
  ensureInstalled,
  pinnedNode,
  SERVER,
  SERVER_FLAGS,
} from './setup.mjs'

ensureInstalled()
const node = pinnedNode()
ensureBuilt(node)
become(node, [...SERVER_FLAGS, SERVER], {
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  ...process.env,
})
