import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import type { Sentence } from '../words/sentence.ts'
import { allowTimeFor } from './body-deadline.ts'
import { invalid, ShopError } from './shop-error.ts'

/** The maximum total size of everything around the file (other fields, part headers, boundaries), in bytes. */
const AROUND_BYTES_MAX = 256 * 1024

/** Parses multipart bodies for routes that accept uploads. All other routes reject them with `unsupported_type`. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: PICTURE_BYTES_MAX, files: 1, fields: 10, parts: 11, headerPairs: 50 },
  })
}

/**
 * Reads a multipart request's only file.
 * @param asks the error message if the file is missing.
 * @returns the contents of the file in `field`.
 * @throws ShopError `unsupported_type` if the body is not multipart; `too_large`; `malformed`; `invalid` if the field's
 * file is missing or empty.
 */
export async function readUpload(
  request: FastifyRequest,
  field: string,
  {
    bytesMax = PICTURE_BYTES_MAX,
    asks = 'error.pictureMissing',
  }: { bytesMax?: number; asks?: Sentence } = {},
): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new ShopError('unsupported_type', 'error.notMultipart')
  }
  limitBytes(request, bytesMax + AROUND_BYTES_MAX)
  allowTimeFor(bytesMax, request)
  const file = await request
    .file({ limits: { fileSize: bytesMax } })
    .catch((error) => refuse(error, bytesMax))
  if (!file || file.fieldname !== field) {
    file?.file.resume()
    throw invalid({ [field]: [asks] })
  }
  const bytes = await file.toBuffer().catch((error) => refuse(error, bytesMax))
  // `toBuffer` misses this if the bytes within the limit were read before the rest arrived.
  if (file.file.truncated) refuse({ statusCode: 413 }, bytesMax)
  if (bytes.length === 0) throw invalid({ [field]: ['error.fileEmpty'] })
  return bytes
}

/**
 * Limits the size of the whole body. The parser's limits apply to individual parts, but not to the bytes between and
 * around them.
 */
function limitBytes({ raw, headers }: FastifyRequest, max: number): void {
  if (Number(headers['content-length'] ?? 0) > max) {
    throw new ShopError('too_large', 'error.uploadTooLarge')
  }
  let left = max
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    // A body without a declared length might never end.
    if (left < 0) raw.destroy()
  })
}

function refuse(error: { code?: string; statusCode?: number }, bytesMax = 0): never {
  if (error.code === 'FST_REQ_FILE_TOO_LARGE' || error.statusCode === 413) {
    const values = { megabytes: bytesMax / 1024 ** 2 }
    throw new ShopError('too_large', { id: 'error.fileTooLarge', values })
  }
  throw new ShopError('malformed', 'error.uploadUnreadable')
}
