/** Builds the code that renders first screens on the server: the page's code, compiled for Node. */
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { icons } from './scripts/build/icons.ts'
import { compiledCatalogs } from './web/i18n/compiled-catalogs.ts'

/** Browser globals that the page's modules need to load, hidden from libraries, which would assume a browser. */
const NO_BROWSER = `const window = { addEventListener() {} }
const document = { getElementById: () => null, documentElement: {} }
const localStorage = { getItem: () => null, setItem() {} }`

export default defineConfig({
  root: 'web',
  plugins: [react(), compiledCatalogs(), icons()],
  ssr: { noExternal: true },
  // Without this, React would read the server's environment, and developers would mostly get its slow build.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'render.tsx',
    outDir: '../dist/render',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node24',
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        entryFileNames: '[name].js',
        codeSplitting: { groups: [{ name: 'libraries', test: /\/node_modules\// }] },
        banner: ({ name }: Rolldown.RenderedChunk) => (name === 'libraries' ? '' : NO_BROWSER),
      },
    },
  },
})
