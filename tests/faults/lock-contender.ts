/** A process that tries to lock each folder it receives, and reports whether it got the lock. */
import { lockDirectory } from '#server/platform/db/directory-lock.ts'

process.on('message', async (folder: string) => {
  const held = await lockDirectory(folder).then(
    () => 'held',
    (error: Error) => error.message,
  )
  process.send?.(held)
})
process.send?.('ready')
