/** The program run by the picture-encoding process: see encoder.ts. */
import { encodePicture } from './encode-picture.ts'
import type { EncodeReply, EncodeRequest } from './encoder.ts'
import { PictureError } from './picture-error.ts'

process.on('message', (message) => {
  const { id, input, shape } = message as EncodeRequest
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  encodePicture(bytes, shape, () => answer({ id, begins: true })).then(
    (files) => answer({ id, files }),
    (error: unknown) =>
      answer(
        error instanceof PictureError
          ? { id, errorCode: error.code }
          : { id, failure: error instanceof Error ? error.message : String(error) },
      ),
  )
})

// The server has exited or has closed the idle encoder.
process.on('disconnect', () => process.exit())
// Terminals send these signals to the whole process group, but pictures in progress must still be finished.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

function answer(reply: EncodeReply): void {
  if (process.connected) process.send?.(reply)
}
