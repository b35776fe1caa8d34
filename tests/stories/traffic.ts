import type { Page, Request } from '@playwright/test'

/** Milliseconds within which a repeated call counts as doubled. */
const AT_ONCE_MS = 30_000
/** How much the page's age as measured here may differ from the page's own measurement: this process may be busy. */
const TOLERANCE_MS = 3_000

export class Traffic {
  readonly #page: Page
  readonly #underWay = new Set<Request>()
  #begun = 0
  #opened = 0
  #isLeaving = false
  /** The API calls since the document was opened, with their times. */
  #calls: { name: string; at: number }[] = []
  /** Whether an event arrived, after which a screen may repeat a call. */
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

  /** Waits until no request is pending and the page is idle. */
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
   * The calls that the document repeated within `AT_ONCE_MS`; none if an event arrived, which may be the reason. Always
   * empty in Firefox, where Playwright sees no socket frames, and therefore no events.
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
      // The browser does not always report that the previous document's requests ended.
      this.#underWay.clear()
    }
    this.#begun++
    this.#underWay.add(request)
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    this.#calls.push({ name: `${request.method()} ${pathname}${search}`, at: Date.now() })
  }

  /** The previous document may react to events until the new one is there, so counting restarts here. */
  #hearDocument(): void {
    this.#isLeaving = false
    this.#calls = []
    this.#hadEvent = false
  }

  #hearFrame(frame: string): void {
    const { event, data } = JSON.parse(frame)
    if (event === 'pusher_internal:subscription_succeeded') {
      // Like the page (web/api/missed-events.ts), detects whether an event may have arrived during the load.
      const { quiet_ms: quiet = 0 } = JSON.parse(data || '{}')
      if (quiet < Date.now() - this.#opened + TOLERANCE_MS) this.#hadEvent = true
    } else if (!event.startsWith('pusher')) this.#hadEvent = true
  }
}
