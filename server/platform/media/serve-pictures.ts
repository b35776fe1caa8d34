/** Serves stored pictures at the addresses of contract/pictures.ts. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** @param folders where to look, in order, for what follows the prefix. */
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
    // A key never changes what it shows: another picture gets another key.
    maxAge: '365d',
    immutable: true,
    setHeaders(reply) {
      reply.header('content-security-policy', "sandbox; default-src 'none'")
    },
  })
}
