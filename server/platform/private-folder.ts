/**
 * The data folder is its owner's only: password hashes, addresses and links of mails are in it.
 * POSIX only; on Windows the folder's own rights decide.
 */
import { chmod, lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** Of a mode, what remains: nothing for the group and for others. */
export const OWNER_ONLY = ~0o077

/** From here on what this process makes is its owner's only. Call it before the first file. */
export function keepPrivate(): void {
  process.umask(0o077)
}

/**
 * Closes a folder that an earlier version made open, and all that is in it, to everybody but its
 * owner. What belongs to another account stays as it is; a folder that is not there is no error.
 * @returns whether nobody else may enter the folder now.
 */
export async function closeToOthers(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  // A link is open to all; what it leads to may be closed.
  const was = await closeOne(await realpath(folder).catch(() => folder))
  // Nobody else can reach what is below.
  if (was === 'closed') return true
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await closeToOthers(path)
    else if (!entry.isSymbolicLink()) await closeOne(path)
  }
  return was === 'open'
}

/** @returns what it was before; `foreign` when it is not ours to close. */
async function closeOne(path: string): Promise<'open' | 'closed' | 'foreign'> {
  try {
    const { mode } = await lstat(path)
    if ((mode & ~OWNER_ONLY) === 0) return 'closed'
    await chmod(path, mode & 0o7777 & OWNER_ONLY)
    return 'open'
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Not there, or removed meanwhile.
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'closed'
    if (code === 'EPERM' || code === 'EROFS') return 'foreign'
    throw error
  }
}
