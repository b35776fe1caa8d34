/** The scroll position of the page that this tab left last, by a reload or for another site. */
import { createTabStore } from '#web/ui/tab-store.ts'

interface LeftPage {
  href: string
  top: number
  /** The length of the page. */
  height: number
}

const left = createTabStore<LeftPage>('barq-left', ({ href }) => href === location.href)

window.addEventListener('pagehide', () =>
  left.set({
    href: location.href,
    top: window.scrollY,
    height: document.documentElement.scrollHeight,
  }),
)

/**
 * The position to restore after a reload, or after Back from another site; the browser restores it while the page is
 * still too short. Only once, and null if the user has scrolled in the meantime.
 */
export function takeLeftPage(): LeftPage | null {
  const page = left.get()
  left.set(null)
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!page || load?.type === 'navigate') return null
  const end = document.documentElement.scrollHeight - window.innerHeight
  const isRestored = [0, Math.min(page.top, end)].some((top) => Math.abs(window.scrollY - top) < 2)
  return isRestored ? page : null
}
