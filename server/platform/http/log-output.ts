/** Where the lines of the log go: a full disk under them costs lines, never the shop. */
import { writeSync } from 'node:fs'

/** What may wait for room; a shop whose log stays full goes on without the lines beyond it. */
const WAITING_BYTES_MAX = 1024 * 1024
const TRY_AGAIN_MS = 1_000
const STDOUT = 1

/**
 * Pino's own output throws when the disk is full and, at a fatal line, waits for room with the
 * whole process. This one keeps lines until they can be written, as many as it may, and says
 * afterwards how many are missing.
 */
export class LogOutput {
  readonly #fd: number
  #waiting: Buffer[] = []
  #bytes = 0
  #dropped = 0
  #timer: NodeJS.Timeout | null = null

  /** @param fd an open file; it is not closed. */
  constructor(fd = STDOUT) {
    this.#fd = fd
  }

  /** @param line ends with its line break. */
  write(line: string): void {
    this.#keep(Buffer.from(line))
    this.#flush()
  }

  #keep(line: Buffer): void {
    if (this.#bytes + line.length > WAITING_BYTES_MAX) {
      this.#dropped++
      return
    }
    this.#waiting.push(line)
    this.#bytes += line.length
  }

  #flush(): void {
    try {
      for (let next = this.#waiting[0]; next; next = this.#waiting[0]) this.#writeStart(next)
      if (this.#dropped > 0) this.#tellDropped()
    } catch {
      // No room, or nobody reads for now: with the next line, or in a while when there is none.
      this.#timer ??= setTimeout(() => {
        this.#timer = null
        this.#flush()
      }, TRY_AGAIN_MS).unref()
    }
  }

  /** What a nearly full disk takes is not written again. */
  #writeStart(line: Buffer): void {
    const written = writeSync(this.#fd, line)
    this.#bytes -= written
    if (written < line.length) this.#waiting[0] = line.subarray(written)
    else this.#waiting.shift()
  }

  #tellDropped(): void {
    const lines = this.#dropped
    this.#dropped = 0
    const told = {
      level: 40,
      time: Date.now(),
      pid: process.pid,
      lines,
      msg: 'lines of the log had no room',
    }
    this.write(`${JSON.stringify(told)}\n`)
  }
}
