// Sets language, direction and theme before the first paint, and sends the requests that the first screen waits for. A
// separate file, because the content security policy allows no inline scripts, and intentionally blocking. The build
// writes `data-languages` (web/i18n/compiled-catalogs.ts). For the storage keys, see web/i18n/i18n.ts, web/ui/theme.ts
// and web/api/stored-session.ts.
;(() => {
  const root = document.documentElement
  const directions = Object.fromEntries(
    root.dataset.languages.split(' ').map((language) => language.split(':')),
  )
  // The language chosen in this browser, else the shop's default, else the first of the browser's languages that the
  // shop supports.
  const spoken = navigator.languages.map((language) => language.split('-')[0])
  const locale = [stored('barq-locale'), root.dataset.locale, ...spoken].find((code) =>
    Object.hasOwn(directions, code),
  )
  if (locale) {
    root.lang = locale
    root.dir = directions[locale]
    // Loads the language's font before the first text, which would wrap differently in a fallback font.
    document.querySelector(`link[data-language="${locale}"]`)?.removeAttribute('media')
  }
  const theme = stored('barq-theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  // After a reload, or Back from another site, the browser restores the scroll position before the whole page is
  // rendered, so the page keeps its previous height until then.
  const [height, href] = stored('barq-left', 'sessionStorage')?.split(' ') ?? []
  const isReturn = performance.getEntriesByType('navigation')[0]?.type !== 'navigate'
  if (isReturn && href === location.href) {
    const whole = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.height >= height) shrink()
    })
    const shrink = () => {
      whole.disconnect()
      root.style.minBlockSize = document.body.style.overflowAnchor = ''
    }
    root.style.minBlockSize = `${height}px`
    document.addEventListener('DOMContentLoaded', () => {
      // Otherwise the browser would scroll along with the footer, which moves down as the page grows.
      document.body.style.overflowAnchor = 'none'
      whole.observe(document.body)
    })
    for (const leave of ['click', 'popstate']) addEventListener(leave, shrink)
    // In case the page is now shorter than before.
    setTimeout(shrink, 10_000)
  }
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem('barq-left', `${root.scrollHeight} ${location.href}`)
    } catch {
      // Storage is not accessible.
    }
  })
  // A stylesheet that failed to load is asked for again, after growing pauses: the page's parts ask again for their
  // script only.
  addEventListener(
    'error',
    ({ target }) => {
      if (target.rel !== 'stylesheet') return
      const again = target.cloneNode()
      again.dataset.pause = 2 * (target.dataset.pause ?? 500)
      setTimeout(() => target.replaceWith(again), again.dataset.pause)
    },
    true,
  )
  // The responses, keyed by path and query; web/api/request.ts uses each of them once. Responses unused after 10
  // seconds are outdated.
  window.early = {}
  setTimeout(() => {
    window.early = {}
  }, 10_000)
  const ask = (address, headers) => {
    window.early[address] = fetch(address, { headers })
    // The request that uses the response reports the error, but there may be no such request.
    window.early[address].catch(() => {})
  }
  const token = stored('access_token')
  // Whether to show the server-rendered screen. For staff, in a different language, or after signing in with Google, it
  // would visibly change.
  const isShown =
    root.dataset.rendered === root.lang &&
    !(token && stored('account_type') === 'admin') &&
    !location.hash.startsWith('#google')
  const receive = isShown ? style : takeOut
  const watch = new MutationObserver(receive)
  watch.observe(root, { childList: true, subtree: true })
  const end = () => {
    receive()
    watch.disconnect()
    if (!isShown) return runScripts()
    // A hidden page is not painted, and a style sheet or a picture may never arrive.
    setTimeout(runScripts, 4_000)
    // The first picture may be painted after the first text, and running scripts would delay it.
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return
      const picture = document.querySelector('main img[fetchpriority=high]')?.decode()
      Promise.resolve(picture).then(runScripts, runScripts)
    }).observe({ type: 'paint', buffered: true })
  }
  document.addEventListener('readystatechange', end, { once: true })
  // The page's scripts submit forms. A native submit before they have loaded would abort their loading, so it is
  // prevented and retried until they handle it.
  let pressed
  document.addEventListener('submit', (event) => {
    clearTimeout(pressed)
    if (event.defaultPrevented) return
    event.preventDefault()
    pressed = setTimeout(() => event.target.requestSubmit(event.submitter), 100)
  })
  // A button clicked on a rendered screen before React has hydrated it is clicked again afterward: once hydrated, the
  // element has a key with React's props. After ten seconds, a repeated click would come as a surprise.
  const isHydrated = (button) => Object.keys(button).some((key) => key.startsWith('__reactProps$'))
  const waiting = new Set()
  const press = (event) => {
    const button = event.target.closest?.('#root button[type=button]')
    if (!button || isHydrated(button) || waiting.has(button)) return
    waiting.add(button)
    // Prevents the menu from opening empty; it opens when the click is repeated.
    const isMenu = button.hasAttribute('popovertarget')
    if (isMenu) event.preventDefault()
    const until = Date.now() + 10_000
    const repeat = () => {
      const isReady = isHydrated(button)
      if (!isReady && Date.now() < until) return setTimeout(repeat, 50)
      waiting.delete(button)
      // Waits until React has hydrated the entire part containing the button.
      if (isReady) setTimeout(() => button.click(), 50)
    }
    // In a later task, because React may hydrate a part to handle this very click.
    setTimeout(() => (isHydrated(button) && !isMenu ? waiting.delete(button) : repeat()))
  }
  if (isShown) document.addEventListener('click', press, true)
  // The document may already contain the responses.
  if (!('answered' in root.dataset) && ['/', '/sign-in', '/sign-up'].includes(location.pathname)) {
    ask('/api/shop-window')
    ask('/api/')
  }
  if (token) ask('/api/auth/user', { authorization: `Bearer ${token}` })

  // The policy allows no inline styles, so the server writes them as data attributes (server/shop/page-document.ts).
  function style() {
    for (const one of document.querySelectorAll('[data-style]')) {
      one.style.cssText = one.dataset.style
      delete one.dataset.style
    }
    for (const one of document.querySelectorAll('[data-signed-in]')) one.hidden = !token
  }

  // If the server drew a screen, the scripts only hydrate it, so they wait in a template.
  function runScripts() {
    const scripts = document.getElementById('scripts')
    scripts?.replaceWith(document.importNode(scripts.content, true))
    // Creating a page's first number format takes 14 ms: do it here, while the scripts load and nothing waits.
    setTimeout(Intl.NumberFormat)
  }

  function takeOut() {
    document.getElementById('root')?.replaceChildren()
  }

  function stored(key, place = 'localStorage') {
    try {
      return window[place].getItem(key)
    } catch {
      // Storage is not accessible.
      return null
    }
  }
})()
