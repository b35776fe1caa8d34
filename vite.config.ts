import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './scripts/build/chunks.ts'
import { firstScreens } from './scripts/build/first-screens.ts'
import { icons } from './scripts/build/icons.ts'
import { precompressed } from './scripts/build/precompressed.ts'
import { compiledCatalogs } from './web/i18n/compiled-catalogs.ts'

const server = `http://localhost:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: 'web',
  plugins: [react(), compiledCatalogs(), icons(), firstScreens(), precompressed()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // Scripts need not preload the libraries and the runtime, which the page loads first: the names would add weight.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !/(libraries|runtime)-/.test(file)) : files,
    },
    // The first versions with light-dark(), popover and @starting-style, which are used without fallbacks.
    cssTarget: ['chrome123', 'firefox129', 'safari17.5'],
    // Inlined fonts and pictures would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // On a slow machine, the warning would look like an error at the first start.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: chunks },
        // Short names, because the entry lists the names of all parts.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    // Excludes the sources in web/api, whose URLs also begin with /api.
    proxy: { '^/api/(?!.*\\.ts)': server, '/media': server, '/broadcasting': server },
  },
})
