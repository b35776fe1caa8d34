/** `npm run gallery`: takes pictures of every screen for people to look at; asserts nothing. */
import { defineConfig } from '@playwright/test'
import stories from './playwright.config.ts'

export default defineConfig({
  ...stories,
  testMatch: 'gallery.ts',
  projects: [{ name: 'gallery' }],
  reporter: 'list',
  timeout: 300_000,
  globalTeardown: './tests/stories/gallery-sheets.ts',
})
