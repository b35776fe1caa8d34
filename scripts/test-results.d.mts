export interface Results {
  passed: number
  failed: number
  skipped: number
  /** Names of failed tests and files, each with the first line of its error. */
  failures: string[]
}
export function readResults(file: string): Results
/** @param report the parsed report of vitest or Playwright. */
export function countResults(report: object): Results
export function closingLines(results: Results): string[]
