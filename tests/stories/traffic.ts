import type { Page, Request } from '@playwright/test'

/** Screens that poll do so less often than this. */
const AT_ONCE_MS = 30_000
/** The tolerance between the clocks of the page and the story, whose process may be busy. */
const TOLERANCE_MS = 3_000

/** The requests of a page. */
export class Traffic {
  readonly #page: Page
  readonly #underWay = new Set<Request>()
  #begun = 0
  #opened = 0
  #isLeaving = false
  /** The calls since the document was opened, with their times. */
  #calls: { name: string; at: number }[] = []
  /** After an event, a screen may repeat a call. */
  #hadEvent = false

  constructor(page: Page) {
    this.#page = page
    page.on('request', (request) => this.#hear(request))
    page.on('requestfinished', (request) => this.#underWay.delete(request))
    page.on('requestfailed', (request) => this.#underWay.delete(request))
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && this.#isLeaving) this.#hearDocument()
    })
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => this.#hearFrame(String(payload))),
    )
  }

  /** Resolves when no request is pending and the page has nothing left to do. */
  async quiet(): Promise<void> {
    for (let begun = -1; begun !== this.#begun || this.#underWay.size > 0; ) {
      begun = this.#begun
      await this.#page.evaluate(
        () =>
          new Promise<void>((resolve) =>
            requestIdleCallback(() =>
              requestAnimationFrame(() => requestIdleCallback(() => resolve())),
            ),
          ),
      )
    }
  }

  /**
   * Calls that the document made twice without an event as the reason. Not in Firefox: its
   * WebDriver BiDi reports no socket frames, so events go unnoticed here.
   */
  doubled(): string[] {
    const isFirefox = this.#page.context().browser()?.browserType().name() === 'firefox'
    if (this.#hadEvent || isFirefox) return []
    return this.#calls
      .filter((call, index) =>
        this.#calls
          .slice(0, index)
          .some(({ name, at }) => name === call.name && call.at - at < AT_ONCE_MS),
      )
      .map(({ name }) => name)
  }

  #hear(request: Request): void {
    if (request.isNavigationRequest() && request.frame() === this.#page.mainFrame()) {
      this.#opened = Date.now()
      this.#isLeaving = true
      // The requests of the previous document are not always reported as ended.
      this.#underWay.clear()
    }
    this.#begun++
    this.#underWay.add(request)
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    this.#calls.push({ name: `${request.method()} ${pathname}${search}`, at: Date.now() })
  }

  /** Until its new document is there, a page may still react to the previous document's events. */
  #hearDocument(): void {
    this.#isLeaving = false
    this.#calls = []
    this.#hadEvent = false
  }

  #hearFrame(frame: string): void {
    const { event, data } = JSON.parse(frame)
    if (event === 'pusher_internal:subscription_succeeded') {
      // An event that arrived while the page was loading, as in web/api/missed-events.ts.
      const { quiet_ms: quiet = 0 } = JSON.parse(data || '{}')
      if (quiet < Date.now() - this.#opened + TOLERANCE_MS) this.#hadEvent = true
    } else if (!event.startsWith('pusher')) this.#hadEvent = true
  }
}
