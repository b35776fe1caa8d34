/** Draws first screens for the server's documents; vite.draw.config.ts builds this module for Node. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import type { Drawing } from '#contract/drawing.ts'
import { bringConfig } from './api/config.queries.ts'
import { bringAnswers } from './api/from-document.ts'
import { drawnHeader } from './app/drawn-header.ts'
import { ErrorBoundary } from './app/ErrorBoundary.tsx'
import { DrawnRoutes } from './app/routes.tsx'
import { setLocale } from './i18n/i18n.ts'
import { paths } from './navigation/paths.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a visitor's first screen as HTML. Screens are drawn one at a time, because language, currency and responses are
 * module state.
 */
export function draw(drawing: Drawing): Promise<string> {
  const next = last.then(() => drawNow(drawing))
  last = next.catch(() => {})
  return next
}

/** The headers drawn for `config`, keyed by language and whether the page is the home page. */
let headers = { config: {}, html: new Map<string, string>() }

async function drawNow(drawing: Drawing): Promise<string> {
  const { path, locale, config } = drawing
  if (headers.config !== config) headers = { config, html: new Map() }
  const key = `${locale} ${path === paths.home}`
  const known = headers.html.get(key)
  drawnHeader.isKnown = known !== undefined
  const html = await drawWhole(drawing)
  if (known !== undefined) return html.replace(HEADER, () => known)
  const [header] = HEADER.exec(html) ?? []
  if (header) headers.html.set(key, header)
  return html
}

const HEADER = /<header.*?<\/header>/s

async function drawWhole({ path, locale, config, answers }: Drawing): Promise<string> {
  bringConfig(config)
  await setLocale(locale)
  const screen = () => {
    bringAnswers(answers)
    return screenAt(path)
  }
  const html = renderToString(screen())
  if (!html.includes(UNFINISHED)) return html
  // Parts used for the first time must load before they can be drawn.
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
            <DrawnRoutes />
          </ErrorBoundary>
          {false}
        </StaticRouter>
      </QueryClientProvider>
    </StrictMode>
  )
}
