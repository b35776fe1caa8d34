/** Keeps two processes from opening the same embedded database, which would damage it. */
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

/**
 * Takes the folder for this process and returns what gives it back. A lock left by a process
 * that is gone (killed, power cut) is taken over.
 * @throws StartError naming the holder, or the folder when it cannot be written.
 */
export async function lockDirectory(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'barq.lock')
  const mine = JSON.stringify({ pid: process.pid, boot: await bootId() })
  for (let attempt = 0; attempt < 2; attempt++) {
    if (await createExclusively(folder, file, mine)) return () => rm(file, { force: true })
    const holder = await readHolder(file)
    if (holder && (await isAlive(holder))) {
      throw new StartError(
        `the data folder ${folder} is in use by process ${holder.pid}: stop it, or set DATA_DIR to another folder`,
      )
    }
    await rm(file, { force: true })
  }
  throw new StartError(`the data folder ${folder} was taken by another process at the same moment`)
}

interface Holder {
  pid: number
  boot: string
}

async function createExclusively(folder: string, file: string, text: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true })
    const handle = await open(file, 'wx')
    await handle.writeFile(text)
    await handle.close()
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await isFile(file))) return false
    throw new StartError(
      `the data folder ${folder} cannot be written (${code}): set DATA_DIR to a folder that can`,
    )
  }
}

async function isFile(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  )
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder
  } catch {
    // Half written by a process that died in between, or just removed by its holder.
    return null
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  // After a reboot the pid may belong to anybody.
  if (holder.boot !== (await bootId()) || holder.pid === process.pid) return false
  try {
    process.kill(holder.pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Tells one boot of the machine from another where the system says (Linux); else constant. */
async function bootId(): Promise<string> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => 'unknown',
  )
}
