/**
 * How `npm run backup` gets a copy of an embedded database that a running shop holds: over a
 * socket beside the lock, which only the account that runs the shop can open. The copy is written
 * to the data folder, since that may be the only folder that the shop can write to.
 */
import { createHash } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Contents } from './contents.ts'

/**
 * Where a socket is impossible the shop opens nevertheless, and has to be stopped for a backup.
 * @param copy receives the name of a folder to create inside the data folder.
 */
export async function answerCopies(
  dataDir: string,
  copy: (folder: string) => Promise<Contents>,
): Promise<() => Promise<void>> {
  const path = addressOf(dataDir)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.setTimeout(QUESTION_MS, () => socket.destroy())
    readLine(socket)
      .then(async (name) => {
        // A copy may take any length of time.
        socket.setTimeout(0)
        if (!COPY_NAME.test(name)) throw new Error('this is no name for a copy')
        return { contents: await copy(join(dataDir, name)) }
      })
      .catch((error: Error) => ({ error: error.message }))
      .then((answer) => {
        socket.write(`${JSON.stringify(answer)}\n`)
        socket.destroySoon()
      })
  })
  // An error after listening needs no report: the backup that fails reports it.
  server.on('error', () => {})
  try {
    // A killed process may have left it; the caller holds the lock.
    await rm(path, { force: true })
    await new Promise<void>((listening, failed) => {
      server.once('error', failed)
      server.listen(path, listening)
    })
    if (process.platform !== 'win32') await chmod(path, 0o600)
  } catch (error) {
    process.emitWarning(`no backup while the shop is open: ${(error as Error).message}`)
    return async () => void server.close()
  }
  // The socket alone must not keep the process running.
  server.unref()
  return () =>
    new Promise((closed) => {
      server.close(() => closed())
      for (const socket of sockets) socket.destroySoon()
    })
}

/** A client must send its request at once. */
const QUESTION_MS = 5_000

/** Folders that a copy may be made in: another process can have nothing else written. */
const COPY_NAME = /^copy-[0-9a-f]{16}$/

/**
 * Asks the process that holds the data folder to copy its database into the folder `name` in it.
 * @returns null when no process answers.
 * @throws the error that the process reports.
 */
export async function askForCopy(dataDir: string, name: string): Promise<Contents | null> {
  const socket = await open(addressOf(dataDir))
  if (!socket) return null
  socket.write(`${name}\n`)
  const answer = JSON.parse(await readLine(socket)) as { contents: Contents } | { error: string }
  socket.destroy()
  if ('error' in answer) throw new Error(`the running shop could not copy: ${answer.error}`)
  return answer.contents
}

function open(path: string): Promise<Socket | null> {
  return new Promise((opened) => {
    const socket = connect(path)
    socket.once('connect', () => opened(socket))
    socket.on('error', () => opened(null))
  })
}

const LINE_MAX = 100_000

async function readLine(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += chunk
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
    if (text.length > LINE_MAX) break
  }
  throw new Error('the other side hung up')
}

/** The longest path that every system takes for a socket. */
const PATH_MAX = 100

function addressOf(dataDir: string): string {
  const folder = resolve(dataDir)
  const name = `barq-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const beside = join(folder, 'barq.sock')
  return beside.length <= PATH_MAX ? beside : join(tmpdir(), `${name}.sock`)
}
