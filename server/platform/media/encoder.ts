/**
 * Decodes and encodes pictures in a separate process, so that a file that crashes a decoder does not bring down the
 * server, and strangers' files are parsed without access to the shop's secrets. When the process exits after a while
 * without uploads, it frees the memory for decoding, which the C allocator retains for every thread that ever needed
 * it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { PictureShape } from '#contract/pictures.ts'
import { ROOT } from '../root.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { PictureError, type PictureErrorCode } from './picture-error.ts'

const PROGRAM = join(ROOT, 'server/platform/media/encoder-process.ts')

const IDLE_MS = 30_000

/**
 * How long a picture may take, once begun, before the process is killed. Noise, the slowest kind, took 10 s at five
 * times the normal load.
 */
const PICTURE_MS = 30_000

/**
 * Makes glibc return freed large blocks to the system. By default, it stops doing so after the first block, and twenty
 * progressive JPEGs then occupy 670 MB instead of 160 MB.
 */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '1000000', MALLOC_ARENA_MAX: '2' }

/** The environment variables that the process inherits: those it needs to start, and none of the shop's settings. */
const INHERITED = ['PATH', 'SystemRoot', 'TEMP', 'TMPDIR']

export interface EncodeRequest {
  id: number
  input: Uint8Array
  shape: PictureShape
}

export type EncodeReply =
  | { id: number; begins: true }
  | { id: number; files: EncodedPicture[] }
  | { id: number; errorCode: PictureErrorCode }
  | { id: number; failure: string }

/** The encoder's process exited or hung before responding. The next picture gets a new process. */
export class EncoderDied extends Error {
  override readonly name = 'EncoderDied'
}

interface Waiting extends PromiseWithResolvers<EncodedPicture[]> {
  hasBegun: boolean
  deadline: NodeJS.Timeout
}

interface Running {
  child: ChildProcess
  waiting: Map<number, Waiting>
}

/** @returns an encoder that starts its process on the first picture. */
export function createEncoder() {
  let running: Running | null = null
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function start(): Running {
    const waiting: Running['waiting'] = new Map()
    const child = fork(PROGRAM, {
      serialization: 'advanced',
      // Debugger and test runner flags are not meant for the encoder's process.
      execArgv: [],
      env: {
        ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
        ...ALLOCATOR,
      },
    })
    // The process does not keep the server from exiting, and exits with it.
    child.unref()
    child.channel?.unref()
    child.on('message', (reply) => settle(waiting, reply as EncodeReply))
    for (const event of ['disconnect', 'exit', 'error']) {
      child.on(event, () => {
        if (running?.child === child) running = null
        for (const { reject } of waiting.values()) reject(new EncoderDied())
      })
    }
    return { child, waiting }
  }

  /** Kills the process. There is no other way to stop a hung decoder, which would block every picture after it. */
  function kill({ child }: Running): void {
    if (running?.child === child) running = null
    child.kill('SIGKILL')
  }

  return {
    /**
     * Like `encodePicture`, but runs in the encoder's process.
     * @throws PictureError; EncoderDied; for any other failure in the process, an Error with its message.
     */
    async encode(input: Buffer, shape: PictureShape): Promise<EncodedPicture[]> {
      clearTimeout(idle)
      running ??= start()
      const used = running
      const { child, waiting } = used
      const request: EncodeRequest = { id: ++lastId, input, shape }
      const answer: Waiting = {
        ...Promise.withResolvers<EncodedPicture[]>(),
        hasBegun: false,
        deadline: setTimeout(() => kill(used), PICTURE_MS).unref(),
      }
      waiting.set(request.id, answer)
      child.send(request, (error) => error && answer.reject(new EncoderDied()))
      try {
        return await answer.promise
      } finally {
        clearTimeout(answer.deadline)
        waiting.delete(request.id)
        if (waiting.size === 0) {
          idle = setTimeout(() => child.connected && child.disconnect(), IDLE_MS).unref()
        }
      }
    },

    pid: (): number | undefined => running?.child.pid,
  }
}

function settle(waiting: Running['waiting'], reply: EncodeReply): void {
  const answer = waiting.get(reply.id)
  if ('begins' in reply) begin(waiting, answer)
  else if ('files' in reply) answer?.resolve(reply.files)
  else if ('errorCode' in reply) answer?.reject(new PictureError(reply.errorCode))
  else answer?.reject(new Error(reply.failure))
}

/** Starts the picture's time limit, and restarts those of all waiting pictures, because the process is alive. */
function begin(waiting: Running['waiting'], beginner: Waiting | undefined): void {
  for (const one of waiting.values()) if (!one.hasBegun) one.deadline.refresh()
  if (beginner) beginner.hasBegun = true
}
