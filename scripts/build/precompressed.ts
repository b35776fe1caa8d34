/** Build step: every text of the page also as Brotli and gzip, as small as they get. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|svg)$/

/** Smaller files gain less than the headers that tell of it. */
const WORTH_IT = 600

const compress = {
  '.br': (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  '.gz': (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
}

/** The Vite plugin; the server picks by what a browser accepts. */
export function precompressed(): Plugin {
  return {
    name: 'barq:precompressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const texts = Object.values(bundle).filter(({ fileName }) => TEXT.test(fileName))
        await Promise.all(
          texts.flatMap((file) => {
            const text = Buffer.from(file.type === 'chunk' ? file.code : file.source)
            if (text.length < WORTH_IT) return []
            return Object.entries(compress).map(async ([extension, squeeze]) =>
              this.emitFile({
                type: 'asset',
                fileName: file.fileName + extension,
                source: await squeeze(text),
              }),
            )
          }),
        )
      },
    },
  }
}
