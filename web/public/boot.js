// Language, direction and theme before the first paint, and the requests that the first screen waits for. A file of
// its own, blocking on purpose: the content security policy allows no inline script. The build writes
// `data-languages` (web/i18n/compiled-catalogues.ts). Keys: web/i18n/i18n.ts, web/ui/theme.ts,
// web/api/stored-session.ts.
;(() => {
  const root = document.documentElement
  const directions = Object.fromEntries(
    root.dataset.languages.split(' ').map((language) => language.split(':')),
  )
  // The language chosen in this browser, or the shop's default, or the first of the browser's that the shop has.
  const spoken = navigator.languages.map((language) => language.split('-')[0])
  const locale = [stored('barq-locale'), root.dataset.locale, ...spoken].find((code) =>
    Object.hasOwn(directions, code),
  )
  if (locale) {
    root.lang = locale
    root.dir = directions[locale]
    // Its font is loaded before its first text, which would wrap differently in another one.
    document.querySelector(`link[data-language="${locale}"]`)?.removeAttribute('media')
  }
  const theme = stored('barq-theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  // Answers by address; web/api/request.ts takes each once. Those that no screen has used by then are outdated.
  window.early = {}
  setTimeout(() => {
    window.early = {}
  }, 10_000)
  const ask = (address, headers) => {
    window.early[address] = fetch(address, { headers })
    // The request that takes it reports the error; there may be none.
    window.early[address].catch(() => {})
  }
  const token = stored('access_token')
  // A screen that the server drew. For staff, in another language, and after Google's sign-in, it would visibly
  // change.
  const isShown =
    root.dataset.drawn === root.lang &&
    !(token && stored('account_type') === 'admin') &&
    !location.hash.startsWith('#google')
  const receive = isShown ? style : takeOut
  const watch = new MutationObserver(receive)
  watch.observe(root, { childList: true, subtree: true })
  const end = () => {
    receive()
    watch.disconnect()
    if (!isShown) return runScripts()
    // A hidden page is not painted, and a browser may not report its paints.
    addEventListener('load', runScripts)
    new PerformanceObserver(runScripts).observe({ type: 'paint', buffered: true })
  }
  document.addEventListener('readystatechange', end, { once: true })
  // The page's scripts submit forms. A native submit before they load would stop their loading, so it is repeated
  // until they handle it.
  let pressed
  document.addEventListener('submit', (event) => {
    clearTimeout(pressed)
    if (event.defaultPrevented) return
    event.preventDefault()
    pressed = setTimeout(() => event.target.requestSubmit(event.submitter), 100)
  })
  // A document may contain the answers itself.
  if (!('answered' in root.dataset) && ['/', '/sign-in', '/sign-up'].includes(location.pathname)) {
    ask('/api/shop-window')
    ask('/api/')
  }
  if (token) ask('/api/auth/user', { authorization: `Bearer ${token}` })

  // The policy allows no styles in HTML, so the server writes them as data (server/shop/page-document.ts).
  function style() {
    for (const one of document.querySelectorAll('[data-style]')) {
      one.style.cssText = one.dataset.style
      delete one.dataset.style
    }
    for (const one of document.querySelectorAll('[data-signed-in]')) one.hidden = !token
  }

  // They wait in a template if a screen was drawn, and only hydrate it.
  function runScripts() {
    const scripts = document.getElementById('scripts')
    scripts?.replaceWith(document.importNode(scripts.content, true))
    // Creating the first number format of a page takes 14 ms: done here, while its scripts load and nothing waits.
    setTimeout(Intl.NumberFormat)
  }

  function takeOut() {
    document.getElementById('root')?.replaceChildren()
  }

  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is not accessible.
      return null
    }
  }
})()
