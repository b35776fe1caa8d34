import { access } from 'node:fs/promises'

/** Whether a file or folder exists at the path. */
export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
