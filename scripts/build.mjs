/** `npm run build`: builds what `npm start` would, for services and images, which then only start it. */
import { ensureBuilt, pinnedNode } from './setup.mjs'

ensureBuilt(pinnedNode())
