/** Reads the one file of a multipart request, within the limits of the contract. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import type { Sentence } from '../words/sentence.ts'
import { invalid, ShopError } from './shop-error.ts'

/** Fields, part headers and everything else around the file. */
const AROUND_BYTES_MAX = 256 * 1024

/** Lets routes accept uploads; all other routes still refuse them as a wrong type. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: PICTURE_BYTES_MAX, files: 1, fields: 10, parts: 11, headerPairs: 50 },
  })
}

/**
 * The bytes of the file in `field`, a picture unless `asks` says otherwise.
 * @throws ShopError `unsupported_type` for another content type, `too_large`, `invalid` when the
 *   field has no file.
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
  const file = await request
    .file({ limits: { fileSize: bytesMax } })
    .catch((error) => refuse(error, bytesMax))
  if (!file || file.fieldname !== field) {
    file?.file.resume()
    throw invalid({ [field]: [asks] })
  }
  const bytes = await file.toBuffer().catch((error) => refuse(error, bytesMax))
  if (bytes.length === 0) throw invalid({ [field]: ['error.fileEmpty'] })
  return bytes
}

/**
 * The parser's limits apply to each part; this one includes what is between and around the parts.
 */
function limitBytes({ raw, headers }: FastifyRequest, max: number): void {
  if (Number(headers['content-length'] ?? 0) > max) {
    throw new ShopError('too_large', 'error.uploadTooLarge')
  }
  let left = max
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    // The body has no announced length: there is no end to wait for.
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
