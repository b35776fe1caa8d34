/** Renders first screens for the server's documents; vite.render.config.ts builds this module for Node. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import type { RenderInput } from '#contract/rendering.ts'
import { bringConfig } from './api/config.queries.ts'
import { bringAnswers } from './api/from-document.ts'
import { ErrorBoundary } from './app/ErrorBoundary.tsx'
import { renderedHeader } from './app/rendered-header.ts'
import { RenderedRoutes } from './app/routes.tsx'
import { setLocale } from './i18n/i18n.ts'
import { paths } from './navigation/paths.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Renders a visitor's first screen as HTML. Screens are rendered one at a time, because language, currency and
 * responses are module state.
 */
export function render(input: RenderInput): Promise<string> {
  const next = last.then(() => renderNow(input))
  last = next.catch(() => {})
  return next
}

/** The headers rendered for `config`, keyed by language and whether the page is the home page. */
let headers = { config: {}, html: new Map<string, string>() }

async function renderNow(input: RenderInput): Promise<string> {
  const { path, locale, config } = input
  if (headers.config !== config) headers = { config, html: new Map() }
  const key = `${locale} ${path === paths.home}`
  const known = headers.html.get(key)
  renderedHeader.isKnown = known !== undefined
  const html = await renderWhole(input)
  if (known !== undefined) return html.replace(HEADER, () => known)
  const [header] = HEADER.exec(html) ?? []
  if (header) headers.html.set(key, header)
  return html
}

const HEADER = /<header.*?<\/header>/s

async function renderWhole({ path, locale, config, answers }: RenderInput): Promise<string> {
  bringConfig(config)
  await setLocale(locale)
  const screen = () => {
    bringAnswers(answers)
    return screenAt(path)
  }
  const html = renderToString(screen())
  if (!html.includes(UNFINISHED)) return html
  // Parts used for the first time must load before they can be rendered.
  const signal = AbortSignal.timeout(LOADING_MAX_MS)
  await new Response((await prerender(screen(), { signal })).prelude).text()
  const whole = renderToString(screen())
  if (whole.includes(UNFINISHED)) throw new Error(`Parts of ${path} have not loaded.`)
  return whole
}

/** Milliseconds to wait for parts to load; short, because the next screen waits for this one. */
const LOADING_MAX_MS = 5_000

/** React's marker for a part left to the browser to render. */
const UNFINISHED = '<!--$!-->'

function screenAt(path: string) {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  // The second child stands in for BrowserRouter's spinner, because React's ids depend on the position within a parent.
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <StaticRouter location={path}>
          <ErrorBoundary>
            <RenderedRoutes />
          </ErrorBoundary>
          {false}
        </StaticRouter>
      </QueryClientProvider>
    </StrictMode>
  )
}
