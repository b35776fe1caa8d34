import { createStore } from './store.ts'
import { putStored, stored } from './stored.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Also read by public/boot.js before the first paint. */
const STORAGE_KEY = 'barq-theme'

export const themeStore = createStore<Theme>(
  THEMES.find((theme) => theme === stored(STORAGE_KEY)) ?? 'system',
)

export function setTheme(theme: Theme): void {
  themeStore.set(theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  putStored(STORAGE_KEY, theme)
}
