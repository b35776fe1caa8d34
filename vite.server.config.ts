/** Builds the server into one file, which starts in half the time that its 1,700 modules take. */
import { defineConfig } from 'vite'

export default defineConfig({
  ssr: {
    noExternal: true,
    // Libraries that load files from their own packages: native code, scripts of worker threads, pages.
    external: ['@fastify/swagger-ui', '@node-rs/argon2', 'sharp', 'tinypool'],
  },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
})
