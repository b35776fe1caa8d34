import { writeSync } from 'node:fs'

/** The size of the buffer in bytes. Once it is full, lines are lost until the buffer can be written. */
const WAITING_BYTES_MAX = 1024 * 1024
const TRY_AGAIN_MS = 1_000
const STDOUT = 1

/** How long a process waits for a slow log reader before it exits. */
const LAST_LINES_MS = 500
const LAST_LINES_STEP_MS = 5

/** Pino's constants: its most severe level, and the property by which a stream requests each line's level. */
const FATAL = 60
const LEVEL_WANTED = Symbol.for('pino.metadata')

const behind = new Set<LogOutput>()

/** Writes the buffered lines, as far as the reader accepts them. Call this when the process exits. */
export function flushLogs(limitMs = LAST_LINES_MS): void {
  for (const output of behind) output.flushSync(limitMs)
}

/**
 * Pino's own output throws if the disk is full and, on a fatal line, blocks the whole process until there is space.
 * This one buffers lines, up to a limit, until they can be written, then logs how many were dropped.
 */
export class LogOutput {
  readonly [LEVEL_WANTED] = true
  /** The next line's level, set by pino. */
  lastLevel = 0
  readonly #fd: number
  #waiting: Buffer[] = []
  #bytes = 0
  #dropped = 0
  #timer: NodeJS.Timeout | null = null

  /** @param fd an open file descriptor; it is not closed here. */
  constructor(fd = STDOUT) {
    this.#fd = fd
  }

  /** @param line including its line break. */
  write(line: string): void {
    this.#keep(Buffer.from(line))
    this.#flush()
  }

  /**
   * Writes the buffered lines, blocking the process to wait for a slow reader but not for a full disk. Pino calls this
   * after a fatal line.
   */
  flushSync(limitMs = LAST_LINES_MS): void {
    const end = performance.now() + limitMs
    while (this.#flush() === 'nobody reads' && performance.now() < end) sleep(LAST_LINES_STEP_MS)
  }

  /**
   * Drops the line if the buffer has no space for it. An empty buffer accepts a line of any length, and a fatal line is
   * never dropped, because it says why the shop crashed.
   */
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
      if (this.#dropped > 0) this.#logDropped()
      return 'done'
    } catch (error) {
      behind.add(this)
      // Retries with the next line, or after a while if none follows.
      this.#timer ??= setTimeout(() => {
        this.#timer = null
        this.#flush()
      }, TRY_AGAIN_MS).unref()
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 'nobody reads' : 'no room'
    }
  }

  /**
   * Writes as much of the line as fits. If a nearly full disk accepts only the beginning, that part is not written
   * again.
   */
  #writeStart(line: Buffer): void {
    const written = writeSync(this.#fd, line)
    this.#bytes -= written
    if (written < line.length) this.#waiting[0] = line.subarray(written)
    else this.#waiting.shift()
  }

  #logDropped(): void {
    const lines = this.#dropped
    this.#dropped = 0
    const summary = {
      level: 40,
      time: Date.now(),
      pid: process.pid,
      lines,
      msg: 'log lines were dropped because the buffer was full',
    }
    this.write(`${JSON.stringify(summary)}\n`)
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
