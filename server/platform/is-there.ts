import { access } from 'node:fs/promises'

/** Whether a file or folder of that path exists. */
export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
