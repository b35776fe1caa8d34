/** A11: what all stories of a run together saw of the security policy. */
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { proven } from '../server/testing/proof.ts'
import { SEEN } from './story.ts'

export default class PolicyReporter implements Reporter {
  #stories = 0
  #addresses = 0
  #violations = 0
  #control = 0

  onTestEnd(_story: TestCase, { annotations }: TestResult): void {
    const seen = (type: string) =>
      annotations
        .filter((annotation) => annotation.type === type)
        .reduce((sum, { description }) => sum + Number(description), 0)
    if (seen(SEEN.addresses) > 0) this.#stories++
    this.#addresses += seen(SEEN.addresses)
    this.#violations += seen(SEEN.violations)
    this.#control += seen(SEEN.control)
  }

  /** A run with a red story proves nothing: a violation is one. Nor does one without the control. */
  onEnd({ status }: FullResult): void {
    if (status !== 'passed' || this.#control === 0) return
    proven({
      goal: 'A11',
      volume: `${this.#addresses.toLocaleString('en')} addresses visited by ${this.#stories} stories in Chromium`,
      result: `${this.#violations} violations of the security policy`,
      control: `a picture of another site and a text set as HTML, on purpose: ${this.#control} violations seen`,
      figures: { violations: this.#violations },
    })
  }
}
