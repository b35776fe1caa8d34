/** Build step: every text file of the page also as Brotli and gzip, at maximum compression. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|svg)$/

/** Bytes. Smaller files gain less than the extra headers cost. */
const WORTH_IT = 600

const compress = {
  '.br': (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  '.gz': (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
}

/** The Vite plugin; the server chooses by the browser's Accept-Encoding. */
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
