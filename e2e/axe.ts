/** axe-core over a screen as it stands. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect } from './story.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails with what axe has found, and where. */
export async function examine(page: Page, place: string) {
  // Half a card under the sticky header is no defect, a fading panel no contrast.
  await page.evaluate(async () => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    const running = document.getAnimations().filter(({ playState }) => playState === 'running')
    const ends = running.filter((a) => a.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ends.map(({ finished }) => finished))
  })
  // By the debugger's way in: the page's own policy lets no such script in.
  await page.evaluate(AXE)
  const results = await page.evaluate(
    (rules) =>
      (window as unknown as { axe: { run(o: object): Promise<AxeResults> } }).axe.run({
        runOnly: rules,
        resultTypes: ['violations'],
      }),
    RULES,
  )
  expect(results.passes.length, 'axe has looked').toBeGreaterThan(10)
  const found = results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  )
  expect.soft(found, place).toEqual([])
}
