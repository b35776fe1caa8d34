import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { compiledCatalogues } from './web/i18n/compiled-catalogues.ts'

const server = `http://localhost:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: 'web',
  plugins: [react(), compiledCatalogues()],
  resolve: {
    alias: [
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: fileURLToPath(new URL('./web/ui/lucide-icon.ts', import.meta.url)),
      },
    ],
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // light-dark(), popover and @starting-style are used as they are.
    cssTarget: ['chrome123', 'firefox129', 'safari17.5'],
    // Inlined fonts and pictures would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: firstVisitChunk }] } },
    },
  },
  server: {
    proxy: { '/api': server, '/media': server, '/broadcasting': server },
  },
})

/**
 * What every visit needs goes into two files, libraries and shop, instead of one little chunk
 * for each module that some lazy route shares. The rest splits by itself.
 */
function firstVisitChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  if (!isStatic(id, context)) return null
  return /\/node_modules\/(?!lucide)/.test(id) ? 'libraries' : 'shop'
}

/** Whether a chain of plain imports leads from the entry to the module. */
function isStatic(
  id: string,
  context: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const module = context.getModuleInfo(id)
  if (!module) return false
  return module.isEntry || module.importers.some((next) => isStatic(next, context, seen))
}
