/** `npm run build`: what `npm start` builds, before a service or an image starts it. */
import { ensureBuilt, pinnedNode } from './setup.mjs'

ensureBuilt(pinnedNode())
