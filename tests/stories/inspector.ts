import type { APIResponse, Page } from '@playwright/test'
import { IS_FULL } from '#tests/kit/volume.ts'
import { type Theme, violations } from './axe.ts'
import { brokenText } from './broken-text.ts'
import { recordShifts, shiftsOf } from './layout-shifts.ts'
import { open, type Screen } from './screens.ts'
import { complaintsOf } from './story.ts'
import { tooWide } from './too-wide.ts'
import { Traffic } from './traffic.ts'
import { untranslated } from './untranslated.ts'

/** How long pictures are delayed, in milliseconds: longer than the page takes to lay out their boxes. */
const PICTURE_DELAY_MS = 250

/** Excludes header and footer, which axe checks on each story's first screen and, at full volume, on all screens. */
const REPEATED = { exclude: ['header:not(main *)', 'footer:not(main *)'] }

interface Look {
  locale: string
  themes: readonly Theme[]
  widths?: readonly number[]
}

export interface Findings {
  axe: string[]
  moved: string[]
  tooWide: string[]
  cutText: string[]
  untranslated: string[]
  doubledCalls: string[]
  console: string[]
}

export const NOTHING: Findings = {
  axe: [],
  moved: [],
  tooWide: [],
  cutText: [],
  untranslated: [],
  doubledCalls: [],
  console: [],
}

export class Inspector {
  readonly #page: Page
  readonly #traffic: Traffic
  readonly #complaints: string[]
  readonly #isChromium: boolean
  #polled: string | undefined
  #hasLooked = false

  private constructor(page: Page, isChromium: boolean) {
    this.#page = page
    this.#traffic = new Traffic(page)
    this.#complaints = complaintsOf(page)
    this.#isChromium = isChromium
  }

  /** @returns an inspector. In Chromium, it opens every screen with an empty cache, and makes pictures arrive late. */
  static async on(page: Page): Promise<Inspector> {
    const isChromium = page.context().browser()?.browserType().name() === 'chromium'
    if (isChromium) {
      await recordShifts(page)
      await page.route('**/media/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, PICTURE_DELAY_MS))
        await route.continue()
      })
    }
    return new Inspector(page, isChromium)
  }

  async open(screen: Screen): Promise<void> {
    this.#polled = screen.polls
    if (screen.polls && screen.isShared) await this.#repeatFirst(screen.polls)
    await open(this.#page, this.#traffic, screen)
  }

  async #repeatFirst(call: string): Promise<void> {
    const [, path] = call.split(' ')
    let reply: Promise<APIResponse> | undefined
    await this.#page.route(`**${path}`, async (route) => {
      reply ??= route.fetch()
      await route.fulfill({ response: await reply })
    })
  }

  async look({ locale, themes, widths = [] }: Look): Promise<Findings> {
    const page = this.#page
    await this.#traffic.quiet()
    const within = this.#hasLooked && !IS_FULL ? REPEATED : undefined
    this.#hasLooked = true
    const findings: Findings = {
      ...NOTHING,
      tooWide: await tooWide(page),
      cutText: await brokenText(page),
      untranslated: locale === 'ar' ? await untranslated(page) : [],
      // Scanning the cart with axe crashes the page's process in Firefox.
      axe: this.#isChromium ? await violations(page, themes, within) : [],
      // Layout shifts are read after axe's scan, when everything has arrived; Firefox reports none.
      moved: this.#isChromium ? await shiftsOf(page) : [],
      doubledCalls: this.#traffic.doubled().filter((call) => call !== this.#polled),
      console: this.#complaints.splice(0),
    }
    const size = page.viewportSize()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      findings.tooWide.push(...(await tooWide(page)).map((what) => `at ${width} px: ${what}`))
    }
    if (size) await page.setViewportSize(size)
    return findings
  }
}
