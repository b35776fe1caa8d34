/** Serves stored pictures at the URLs of contract/pictures.ts. */
import { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound, ShopError } from '../http/shop-error.ts'
import type { S3 } from './s3.ts'

/** @param folders the folders to search, in order, for the path after the prefix. */
export async function servePictures(
  app: FastifyInstance,
  prefix: string,
  folders: string[],
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folders,
    prefix,
    decorateReply: false,
    index: false,
    dotfiles: 'deny',
    // A key always refers to the same picture; a replacement gets a new key.
    maxAge: '365d',
    immutable: true,
    setHeaders(reply) {
      reply.headers(PICTURE_HEADERS)
    },
  })
}

const PICTURE_HEADERS = {
  /** A picture opened as a page may not run scripts or load anything. */
  'content-security-policy': "sandbox; default-src 'none'",
  /** Front ends on other origins allowed by CORS show the pictures, too. */
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * Proxies a bucket's files, so that pictures have the same URLs wherever they are stored and the bucket stays private.
 * Only uploads have 24-digit hexadecimal keys; pictures that ship with the shop are local files.
 */
export function serveBucket(app: FastifyInstance, s3: S3): void {
  const url = '/media/:key(^[0-9a-f]{24}$)/:file(^\\d{2,4}\\.(?:avif|webp)$)'
  app.get<{ Params: { key: string; file: string } }>(
    url,
    { schema: { hide: true } },
    async (request, reply) => {
      const { key, file } = request.params
      const found = await s3.get(`${key}/${file}`).catch((err: unknown) => {
        request.log.warn({ err }, 'a picture could not be read')
        throw new ShopError('unavailable', 'error.pictureUnavailable', { retryAfter: 5 })
      })
      if (!found) throw notFound()
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .headers(PICTURE_HEADERS)
        .type(`image/${file.split('.')[1]}`)
      if (found.length) reply.header('content-length', found.length)
      return reply.send(Readable.fromWeb(found.body as never))
    },
  )
}
