import { createStore } from './store.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Also read by public/boot.js before the first paint. */
const STORAGE_KEY = 'barq-theme'

export const themeStore = createStore<Theme>(rememberedTheme())

export function setTheme(theme: Theme): void {
  themeStore.set(theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch (error) {
    console.error('The theme could not be stored.', error)
  }
}

function rememberedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    return 'system'
  }
}
