import { open } from 'node:fs/promises'

/** Flushes a folder's entries to disk. Does nothing on Windows, which cannot sync folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
