// Caches the last seen shop content for offline use (decision 0063): only public responses whose URLs reveal nothing
// about an account. Registered by web/app/kept-pages.ts.

/** The maximum number of entries to cache of each kind; the oldest are removed. */
const MOST = { document: 1, part: 10, asset: 400, answer: 60, picture: 150 }

const NOT_A_SCREEN =
  /^\/(?:api|media|assets|broadcasting|app|apps|feed|sitemap|healthz|readyz|metrics)(?:\/|$)|\.\w+$/
const PART = /^\/(?:boot\.js|api\/theme\/\w+)$/
const ANSWER =
  /^\/api\/(?:shop-window|config|legal\/\w+|products|products\/(?:compare|\d+(?:\/fits)?))?$/
/** The responses embedded in a document for its own screen (server/shop/page-document.ts). */
const BROUGHT = /<script id="answers" type="application\/json">(.*?)<\/script>/s
const BEGINNING =
  / data-answered| data-rendered="\w+"|<link rel="preload" as="image"[^>]*>|(?<=<title>)[^<]* · /g
/** The rendered screen inside a document. */
const RENDERED = /(?<=<div id="root">).*(?=<\/div>\s*<script id="answers")/s
const PICTURE = /\/media\/(?:brands\/)?[\w-]+/g

/** Milliseconds to wait for a response before using the cached one. */
const PATIENCE_MS = 8_000

self.addEventListener('activate', (event) => {
  // `claim` lets this worker also cache the first page's later requests. With navigation preload, no document waits for
  // this worker to start.
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]))
})

self.addEventListener('fetch', (event) => {
  const kind = event.request.headers.has('range') ? null : kindOf(event.request)
  if (!kind) return
  const neverChanges = kind === 'asset' || kind === 'picture'
  event.respondWith(neverChanges ? keptFirst(kind, event) : newestFirst(kind, event))
})

// A loaded page reports its requests, because some were made before this worker started. If the page was served cached
// responses, replies with the time of the oldest one, because the page may not have been listening yet when `tell` sent
// it.
self.addEventListener('message', (event) => {
  event.waitUntil(keepMissing(event.source.url, event.data))
  const keptAt = given.get(event.source.id)
  if (keptAt) event.source.postMessage(keptAt)
})

/** The kind of a request; null for requests that this worker ignores. */
function kindOf({ method, mode, url }) {
  const { origin, pathname, searchParams } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return null
  if (mode === 'navigate') return NOT_A_SCREEN.test(pathname) ? null : 'document'
  if (pathname.startsWith('/assets/')) return 'asset'
  if (pathname.startsWith('/media/')) return 'picture'
  if (PART.test(pathname)) return 'part'
  // Ids in the query would reveal a cart or favorites.
  const isOwn = pathname === '/api/products' && searchParams.has('ids')
  return ANSWER.test(pathname) && !isOwn ? 'answer' : null
}

async function keptFirst(kind, event) {
  const { request } = event
  const kept = await find(kind, request.url)
  if (kept) return kept
  const response = await fetch(request)
  event.waitUntil(keep(kind, request.url, response.clone()))
  return response
}

async function newestFirst(kind, event) {
  const { request, clientId } = event
  const newest = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(request))
  try {
    const response = await (kind === 'answer' ? Promise.race([newest, tooLate()]) : newest)
    event.waitUntil(keep(kind, request.url, response.clone()))
    return response
  } catch {
    const kept = request.signal.aborted ? undefined : await find(kind, request.url)
    if (!kept) return newest
    if (kind === 'answer') await tell(clientId, Date.parse(kept.headers.get('date')))
    return kept
  }
}

function tooLate() {
  return new Promise((_, reject) => setTimeout(reject, PATIENCE_MS))
}

/** The time of the oldest response served to each page from the cache, keyed by client id. */
const given = new Map()

async function tell(id, keptAt) {
  given.set(id, Math.min(keptAt, given.get(id) ?? keptAt))
  const client = await clients.get(id)
  client?.postMessage(keptAt)
}

/** The key of a cache entry. One document serves every page. */
const keyOf = (kind, url) => (kind === 'document' ? '/' : url)

async function find(kind, url) {
  const cache = await caches.open(kind)
  return cache.match(keyOf(kind, url), { ignoreVary: true })
}

async function keep(kind, url, response) {
  const forWhom = response.headers.get('cache-control') ?? 'private'
  if (response.status !== 200 || /no-store|private/.test(forWhom)) return
  if (kind === 'document') return keepDocument(url, response)
  if (kind === 'picture' && !(await isOfShop(url))) return
  if (kind === 'answer') note(await response.clone().text())
  await store(kind, url, response)
}

/**
 * Stores a document. Its embedded responses are cached separately. They and the rendered screen are removed from the
 * document, because a page would treat them as current.
 */
async function keepDocument(url, response) {
  const html = await response.text()
  note(html)
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  for (const [address, answer] of Object.entries(JSON.parse(BROUGHT.exec(html)?.[1] ?? '{}'))) {
    const { href } = new URL(address, location)
    await store('answer', href, new Response(JSON.stringify(answer), { headers }))
  }
  // A document whose language is set by its own URL cannot be used for other URLs.
  if (new URL(url).searchParams.has('lang')) return
  const plain = html.replace(RENDERED, '').replace(BROUGHT, '').replace(BEGINNING, '')
  await store('document', url, new Response(plain, { headers }))
}

async function store(kind, url, response) {
  const cache = await caches.open(kind)
  await cache.put(keyOf(kind, url), response)
  for (const old of (await cache.keys()).slice(0, -MOST[kind])) await cache.delete(old)
}

/** The pictures referenced by cached documents and responses; any other may be a customer's own. */
const pictures = new Set()
let allNoted = null

function note(text) {
  for (const [picture] of text.matchAll(PICTURE)) pictures.add(picture)
}

async function isOfShop(url) {
  allNoted ??= noteAll()
  await allNoted
  return pictures.has(url.match(PICTURE)?.[0])
}

/** Restores `pictures`, because the browser stops idle workers, which then lose their state. */
async function noteAll() {
  for (const kind of ['document', 'answer']) {
    const cache = await caches.open(kind)
    for (const { url } of await cache.keys()) note(await (await find(kind, url)).text())
  }
}

/**
 * Caches what a page has used, unless already cached.
 * @param page the URL of the page's document
 * @param urls the URLs of the page's requests
 */
async function keepMissing(page, urls) {
  const wanted = urls.map((url) => ({ url, kind: kindOf({ method: 'GET', url }) }))
  const isPicture = ({ kind }) => kind === 'picture'
  const others = [{ url: page, kind: 'document' }, ...wanted.filter((one) => !isPicture(one))]
  await Promise.all(others.map(keepIfMissing))
  await Promise.all(wanted.filter(isPicture).map(keepIfMissing))
}

async function keepIfMissing({ kind, url }) {
  if (!kind || (await find(kind, url))) return
  // If this request fails, the response is cached the next time a page requests it.
  const response = await fetch(url).catch(() => null)
  if (response) await keep(kind, url, response)
}
