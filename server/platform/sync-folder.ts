import { open } from 'node:fs/promises'

/** Resolves when the names in a folder are on disk. Windows cannot sync folders, so nothing happens there. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
