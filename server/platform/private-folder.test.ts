import { chmod, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeToOthers } from './private-folder.ts'

it.skipIf(process.platform === 'win32')('a closed folder behind a link is left alone', async () => {
  const root = await mkdtemp(join(tmpdir(), 'barq-link-'))
  const [folder, link] = [join(root, 'data'), join(root, 'link')]
  const file = join(folder, 'file')
  const modeOf = async (path: string) => (await lstat(path)).mode & 0o777
  try {
    await mkdir(folder, { mode: 0o755 })
    await symlink(folder, link)
    await writeFile(file, '')
    await chmod(file, 0o644)

    expect(await closeToOthers(link)).toBe(true)
    expect([await modeOf(folder), await modeOf(file)]).toEqual([0o700, 0o600])

    await chmod(file, 0o644)
    expect(await closeToOthers(link)).toBe(true)
    expect(await modeOf(file)).toBe(0o644)
  } finally {
    await rm(root, { recursive: true })
  }
})
