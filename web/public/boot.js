// Language, direction and theme before the first paint, and the question that the first paint
// waits for. A file of its own, blocking on purpose: the content security policy allows no inline
// script. Keys: web/i18n/i18n.ts, web/ui/theme.ts; the answer is taken by web/home/home.queries.ts.
;(() => {
  const root = document.documentElement
  try {
    if (localStorage.getItem('barq-locale') === 'ar') {
      root.lang = 'ar'
      root.dir = 'rtl'
    }
    const theme = localStorage.getItem('barq-theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  } catch {
    // Storage is closed to us: English and the system's theme.
  }
  if (['/', '/sign-in', '/sign-up'].includes(location.pathname)) {
    window.earlyShopWindow = fetch('/api/shop-window')
    // Whoever takes it tells; nobody may.
    window.earlyShopWindow.catch(() => {})
  }
})()
