/** A11: adds up the violations of the security policy over all stories of a run. */
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { recordEvidence } from '#tests/kit/evidence.ts'
import { SEEN } from './story.ts'

export default class PolicyReporter implements Reporter {
  #stories = 0
  readonly #projects = new Set<string>()
  #addresses = 0
  #violations = 0
  #control = 0

  onTestEnd(story: TestCase, { annotations }: TestResult): void {
    this.#projects.add(story.parent.project()?.name ?? '')
    const seen = (type: string) =>
      annotations
        .filter((annotation) => annotation.type === type)
        .reduce((sum, { description }) => sum + Number(description), 0)
    if (seen(SEEN.addresses) > 0) this.#stories++
    this.#addresses += seen(SEEN.addresses)
    this.#violations += seen(SEEN.violations)
    this.#control += seen(SEEN.control)
  }

  #browsers(): string {
    return this.#projects.has('firefox') ? 'Chromium and Firefox' : 'Chromium'
  }

  /**
   * Records no evidence for a run with a failed story (a violation is one) or without the control.
   */
  onEnd({ status }: FullResult): void {
    if (status !== 'passed' || this.#control === 0) return
    recordEvidence({
      goal: 'A11',
      volume: `${this.#addresses.toLocaleString('en')} addresses visited by ${this.#stories} stories in ${this.#browsers()}`,
      result: `${this.#violations} violations of the security policy`,
      control: `a picture of another site and a text set as HTML, on purpose: ${this.#control} violations seen`,
      figures: { violations: this.#violations },
    })
  }
}
