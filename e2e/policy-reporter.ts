/** A11: what all stories of a run together saw of the security policy. */
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { proven } from '../server/testing/proof.ts'
import { SEEN } from './story.ts'

export default class PolicyReporter implements Reporter {
  #stories = 0
  #pages = 0
  #violations = 0

  onTestEnd(_story: TestCase, { annotations }: TestResult): void {
    const seen = (type: string) =>
      annotations
        .filter((annotation) => annotation.type === type)
        .reduce((sum, { description }) => sum + Number(description), 0)
    if (seen(SEEN.pages) > 0) this.#stories++
    this.#pages += seen(SEEN.pages)
    this.#violations += seen(SEEN.violations)
  }

  /** A run with a red story proves nothing: a violation is one. */
  onEnd({ status }: FullResult): void {
    if (status !== 'passed' || this.#pages === 0) return
    proven({
      goal: 'A11',
      volume: `${this.#pages.toLocaleString('en')} pages opened by ${this.#stories} stories in Chromium`,
      result: `${this.#violations} violations of the security policy`,
      control: 'a picture of another site and a text set as HTML, on purpose: both seen',
      figures: { violations: this.#violations },
    })
  }
}
