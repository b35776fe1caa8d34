/**
 * `npm run build`: builds what `npm start` would, for services and container images, which then only start the server.
 */
import { ensureBuilt, pinnedNode } from './setup.mjs'

ensureBuilt(pinnedNode())
