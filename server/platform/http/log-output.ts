/** Where the lines of the log go: a full disk under them costs lines, never the shop. */
import { writeSync } from 'node:fs'

/** What may wait for room; a shop whose log stays full goes on without the lines beyond it. */
const WAITING_BYTES_MAX = 1024 * 1024
const TRY_AGAIN_MS = 1_000
const STDOUT = 1

/** How long a process that is about to end waits for whoever reads its log. */
const LAST_LINES_MS = 500
const LAST_LINES_STEP_MS = 5

/** Pino's names: of its most serious level, and of a stream that is told each line's level. */
const FATAL = 60
const LEVEL_WANTED = Symbol.for('pino.metadata')

/** Those with lines that wait: there is nobody else who could ask for them at the end. */
const behind = new Set<LogOutput>()

/** For the end of the process: what waits is written as far as anybody takes it. */
export function flushLogs(): void {
  for (const output of behind) output.flushSync()
}

/**
 * Pino's own output throws when the disk is full and, at a fatal line, waits for room with the
 * whole process for as long as that takes. This one keeps lines until they can be written, as many
 * as it may, and says afterwards how many are missing.
 */
export class LogOutput {
  readonly [LEVEL_WANTED] = true
  /** Of the line that is written next; pino sets it. */
  lastLevel = 0
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

  /**
   * Writes what waits, with the whole process waiting for a reader who is slow; a disk without
   * room is not waited for. Pino calls it after a fatal line.
   */
  flushSync(limitMs = LAST_LINES_MS): void {
    const end = performance.now() + limitMs
    while (this.#flush() === 'nobody reads' && performance.now() < end) sleep(LAST_LINES_STEP_MS)
  }

  /** A line that no other waits beside is kept however long it is, and so is why the shop ends. */
  #keep(line: Buffer): void {
    const isTooMuch = this.#bytes > 0 && this.#bytes + line.length > WAITING_BYTES_MAX
    if (isTooMuch && this.lastLevel < FATAL) {
      this.#dropped++
      return
    }
    this.#waiting.push(line)
    this.#bytes += line.length
  }

  #flush(): 'done' | 'nobody reads' | 'no room' {
    try {
      for (let next = this.#waiting[0]; next; next = this.#waiting[0]) this.#writeStart(next)
      behind.delete(this)
      if (this.#dropped > 0) this.#tellDropped()
      return 'done'
    } catch (error) {
      behind.add(this)
      // With the next line, or in a while when there is none.
      this.#timer ??= setTimeout(() => {
        this.#timer = null
        this.#flush()
      }, TRY_AGAIN_MS).unref()
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 'nobody reads' : 'no room'
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

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
