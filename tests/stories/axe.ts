import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect } from './story.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

export type Theme = 'light' | 'dark'

/** A selector for what to check, or for what to exclude. */
type Context = string | { exclude: string[] }

export async function examine(page: Page, place: string) {
  expect.soft(await violations(page, ['light', 'dark']), place).toEqual([])
}

/**
 * The violations that axe finds: of all rules in the first theme, and of the color rules in the other themes.
 * @param within the whole page by default
 */
export async function violations(
  page: Page,
  themes: readonly Theme[],
  within?: Context,
): Promise<string[]> {
  // Loads axe through the debugger: the security policy blocks added scripts, and `page.evaluate` takes twice as long.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Runtime.evaluate', { expression: AXE })
  await devtools.detach()
  // axe compares a text's width with its letters' widths, mistakes joined Arabic letters for an icon font's ligatures,
  // and then skips their contrast. The shop has no icon font, so all letters may be reported as equally wide.
  await page.evaluate(() => {
    CanvasRenderingContext2D.prototype.measureText = ({ length }) =>
      ({ width: 30 * length }) as TextMetrics
  })
  const found: string[] = []
  let kept: string | undefined
  for (const [index, theme] of themes.entries()) {
    const before = await turn(page, theme)
    if (index === 0) kept = before
    const results = await look(page, index === 0 ? ALL_RULES : COLOR_RULES, within)
    const passed = results.passes.map(({ id }) => id)
    if (index === 0) expect(passed.length, 'the number of rules that pass').toBeGreaterThan(10)
    else expect(passed).toContain('color-contrast')
    found.push(...inWords(results.violations).map((words) => `${theme}: ${words}`))
  }
  await turn(page, kept)
  return found
}

/**
 * Sets the theme, and waits until off-screen cards have its colors.
 * @returns the previous theme.
 */
function turn(page: Page, theme: string | undefined): Promise<string | undefined> {
  return page.evaluate(async (next) => {
    const { dataset } = document.documentElement
    const before = dataset.theme
    if (next === undefined) delete dataset.theme
    else dataset.theme = next
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    return before
  }, theme)
}

async function look(page: Page, rules: string[], within?: Context): Promise<AxeResults> {
  // Scrolls up, because a card half hidden by the sticky header is not a defect, and finishes all animations, because
  // the low contrast of a fading panel is no defect either. Waiting would not do: animations out of view never end.
  await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
    }
  })
  const results = await run(page, rules, within)
  const small = results.violations.find(({ id }) => id === 'target-size')
  if (small) {
    const nodes = []
    for (const node of small.nodes) if (await isSmall(page, String(node.target))) nodes.push(node)
    results.violations = results.violations.filter((one) => one !== small)
    if (nodes.length > 0) results.violations.push({ ...small, nodes })
  }
  return results
}

/** Whether the target is too small even in the middle of the screen, where no bar covers it. */
async function isSmall(page: Page, target: string): Promise<boolean> {
  await page
    .locator(target)
    .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  return (await run(page, ['target-size'], target)).violations.length > 0
}

/** @param rules ids of axe's rules, or tags of groups of rules */
function run(page: Page, rules: string[], within?: Context): Promise<AxeResults> {
  return page.evaluate(
    ([runOnly, context]) =>
      (
        window as unknown as { axe: { run(context: unknown, o: object): Promise<AxeResults> } }
      ).axe.run(context ?? document, { runOnly, resultTypes: ['violations'] }),
    [rules, within] as const,
  )
}

function inWords(violations: AxeResults['violations']): string[] {
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  )
}
