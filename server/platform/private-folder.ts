/**
 * Only the owner may read the data folder: it contains password hashes, addresses and links from
 * emails. POSIX only; on Windows the folder's own permissions decide.
 */
import { chmod, lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** Mask of the permissions to keep: none for the group and other users. */
export const OWNER_ONLY = ~0o077

/** Files that this process creates from now on are private. Call it before the first file. */
export function keepPrivate(): void {
  process.umask(0o077)
}

/**
 * Makes a folder that an earlier version left open, and everything in it, private to its owner. Files of another
 * account stay unchanged; a missing folder is not an error.
 * @returns whether only the owner may enter the folder now.
 */
export async function closeToOthers(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  // A link's own permissions are open to all; its target may be private.
  const was = await closeOne(await realpath(folder).catch(() => folder))
  // No other account can reach the files below.
  if (was === 'closed') return true
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await closeToOthers(path)
    else if (!entry.isSymbolicLink()) await closeOne(path)
  }
  return was === 'open'
}

/** @returns the earlier state; `foreign` if this process may not change the permissions. */
async function closeOne(path: string): Promise<'open' | 'closed' | 'foreign'> {
  try {
    const { mode } = await lstat(path)
    if ((mode & ~OWNER_ONLY) === 0) return 'closed'
    await chmod(path, mode & 0o7777 & OWNER_ONLY)
    return 'open'
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // The file was missing, or was removed after `lstat`.
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'closed'
    if (code === 'EPERM' || code === 'EROFS') return 'foreign'
    throw error
  }
}
