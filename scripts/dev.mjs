/** `npm run dev`: Vite's development server, in front of the shop's server, which restarts when its code changes. */
import { spawn } from 'node:child_process'
import { ensureInstalled, pinnedNode, ROOT } from './setup.mjs'

ensureInstalled()
const node = pinnedNode()
const children = [
  spawn(node, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
  }),
  spawn(node, ['node_modules/vite/bin/vite.js'], { cwd: ROOT, stdio: 'inherit' }),
]
const stop = () => {
  for (const child of children) child.kill()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
