/** A process that tries to take each folder it is told, and says whether it has it. */
import { lockDirectory } from '#server/platform/db/directory-lock.ts'

process.on('message', async (folder: string) => {
  const held = await lockDirectory(folder).then(
    () => 'held',
    (error: Error) => error.message,
  )
  process.send?.(held)
})
process.send?.('ready')
