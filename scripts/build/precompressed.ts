/** Build step: compresses scripts, style sheets and SVG files with Brotli and gzip, at the highest levels. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|svg)$/

/** The minimum size, in bytes, of files to compress; smaller files would save less than the headers cost. */
const WORTH_IT = 600

const compress = {
  '.br': (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  '.gz': (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
}

/** For a file `x`, adds `x.br` and `x.gz`; the server picks one based on the browser's Accept-Encoding. */
export function precompressed(): Plugin {
  let publicDir = ''
  return {
    name: 'barq:precompressed',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const built = Object.values(bundle).map((file) => {
          const text = file.type === 'chunk' ? file.code : file.source
          return [file.fileName, text] as const
        })
        // Vite copies the public folder without passing its files to plugins, not even boot.js, which every visit
        // waits for.
        const copied = (await readdir(publicDir)).map(
          async (name) => [name, await readFile(join(publicDir, name))] as const,
        )
        await Promise.all(
          [...built, ...(await Promise.all(copied))].flatMap(([name, content]) => {
            const text = Buffer.from(content)
            if (!TEXT.test(name) || text.length < WORTH_IT) return []
            return Object.entries(compress).map(async ([extension, squeeze]) =>
              this.emitFile({
                type: 'asset',
                fileName: name + extension,
                source: await squeeze(text),
              }),
            )
          }),
        )
      },
    },
  }
}
