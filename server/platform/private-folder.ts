/**
 * Makes the data folder readable only by its owner, because it contains password hashes, addresses and links from
 * emails. POSIX only; on Windows, the folder's own permissions apply.
 */
import { chmod, lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** The mask of permissions to keep: none for the group and other users. */
export const OWNER_ONLY = ~0o077

/** Makes all files subsequently created by this process private. Call this before creating any. */
export function keepPrivate(): void {
  process.umask(0o077)
}

/**
 * Makes a folder left open by an earlier version, and everything in it, private to its owner. Other accounts' files are
 * left unchanged, and a missing folder is not an error.
 * @returns whether the folder is now accessible only to its owner.
 */
export async function closeToOthers(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  // A link's own permissions are always open, but its target may be private.
  const was = await closeOne(await realpath(folder).catch(() => folder))
  // No other account can reach the files in a closed folder.
  if (was === 'closed') return true
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await closeToOthers(path)
    else if (!entry.isSymbolicLink()) await closeOne(path)
  }
  return was === 'open'
}

/** @returns the previous state; `foreign` if this process is not allowed to change the permissions. */
async function closeOne(path: string): Promise<'open' | 'closed' | 'foreign'> {
  try {
    const { mode } = await lstat(path)
    if ((mode & ~OWNER_ONLY) === 0) return 'closed'
    await chmod(path, mode & 0o7777 & OWNER_ONLY)
    return 'open'
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // The file did not exist or was removed after `lstat`.
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'closed'
    if (code === 'EPERM' || code === 'EROFS') return 'foreign'
    throw error
  }
}
