/** Keeps two processes from opening the same embedded database, which would damage it. */
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

/** More than two who meet at a dead lock are sorted out in as many rounds. */
const ATTEMPTS = 10
/** Longer than one who saw a dead lock takes to put it aside. */
const SETTLE_MS = 50

/**
 * Takes the folder for this process and returns what gives it back. A lock left by a process
 * that is gone (killed, power cut) is taken over.
 * @throws StartError naming the holder, or the folder when it cannot be written.
 */
export async function lockDirectory(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'barq.lock')
  const mine = JSON.stringify({ pid: process.pid, boot: await bootId() })
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await createExclusively(folder, file, mine)) {
      // Somebody who saw the dead lock before us may be about to put ours aside: theirs counts then.
      await pause(SETTLE_MS)
      if ((await textOf(file)) === mine) return () => rm(file, { force: true })
      continue
    }
    const text = await settledText(file)
    const holder = parsed(text)
    if (holder && (await isAlive(holder))) {
      throw new StartError(
        `the data folder ${folder} is in use by process ${holder.pid}: stop it, or set DATA_DIR to another folder`,
      )
    }
    await putAside(file, text)
  }
  throw new StartError(`the data folder ${folder} was taken by another process at the same moment`)
}

/** Removes a dead lock, and puts back what meanwhile took its place: it may be a live one. */
async function putAside(file: string, dead: string | null): Promise<void> {
  const aside = `${file}.${process.pid}`
  try {
    await rename(file, aside)
  } catch {
    // Somebody else was faster.
    return
  }
  if ((await textOf(aside)) === dead) await rm(aside, { force: true })
  else await rename(aside, file)
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
    if (code === 'EEXIST' && (await isFileOrGone(file))) return false
    throw new StartError(
      `the data folder ${folder} cannot be written (${code}): set DATA_DIR to a folder that can`,
    )
  }
}

/** False for a folder, say, which no attempt will take away. */
async function isFileOrGone(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => true,
  )
}

/** Null when there is none. */
async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null)
}

/** A lock that was made this moment may not be written yet. */
async function settledText(file: string): Promise<string | null> {
  const text = await textOf(file)
  if (parsed(text)) return text
  await pause(SETTLE_MS)
  return textOf(file)
}

/** Null for one that was half written by a process that died in between. */
function parsed(text: string | null): Holder | null {
  try {
    return text ? (JSON.parse(text) as Holder) : null
  } catch {
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
