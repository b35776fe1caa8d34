import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { runProgram } from '../run-program.ts'
import { StartError } from '../start-error.ts'

/** Receives the fraction of the work completed so far, from 0 to 1. */
export type Progress = (share: number) => void

/** The gzip level. It is low because pictures are already compressed and databases compress well at any level. */
const LEVEL = 3

/** Packs the folder into a temporary file, then renames it to `file`, so that `file` is never incomplete. */
export async function pack(folder: string, file: string, progress: Progress): Promise<void> {
  const total = await sizeOf(folder)
  const draft = `${file}.part`
  try {
    await runProgram('tar', ['-cf', '-', '-C', folder, '.'], {
      pipe: (child) =>
        pipeline(
          child.stdout,
          counting(total, progress),
          createGzip({ level: LEVEL }),
          // The backup contains all users' addresses and password hashes, so only its owner may read it.
          createWriteStream(draft, { mode: 0o600, flush: true }),
        ),
    })
    await chmod(draft, 0o600)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** @throws StartError if the file is missing or cannot be unpacked, for example because it is truncated. */
export async function unpack(file: string, folder: string, progress: Progress): Promise<void> {
  const { size } = await stat(file).catch(() => {
    throw new StartError(`there is no file ${file}`)
  })
  try {
    await runProgram(
      'tar',
      ['-xf', '-', '--no-same-owner', '--no-same-permissions', '-C', folder],
      {
        pipe: (child) =>
          pipeline(
            createReadStream(file),
            counting(size, progress),
            createGunzip(),
            (chunks: AsyncIterable<Buffer>) => feed(child.stdin, chunks),
          ),
      },
    )
  } catch (error) {
    throw new StartError(`the backup ${file} could not be unpacked: ${(error as Error).message}`)
  }
}

/**
 * tar closes its input at the end of the archive, before the padding. The padding is read anyway, because only reaching
 * the end of the compressed file proves that it is not truncated.
 */
async function feed(stdin: Writable, chunks: AsyncIterable<Buffer>): Promise<void> {
  const gone = new Promise<void>((resolve) => stdin.once('close', resolve))
  stdin.on('error', () => {})
  for await (const chunk of chunks) {
    if (stdin.destroyed || stdin.write(chunk)) continue
    await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), gone])
  }
  stdin.end()
}

function counting(total: number, progress: Progress): Transform {
  let seen = 0
  progress(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      // The fraction is capped because headers make the archive larger than its contents.
      progress(Math.min(seen / Math.max(total, 1), 0.99))
      done(null, chunk)
    },
    flush(done) {
      progress(1)
      done()
    },
  })
}

/** The total size of all files in a folder and its subfolders, in bytes. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let total = 0
  for (const entry of entries) {
    if (entry.isFile()) total += (await stat(join(entry.parentPath, entry.name))).size
  }
  return total
}
