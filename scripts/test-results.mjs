/** Reads the JSON reports of vitest and Playwright into the same counts. */
import { readFileSync } from 'node:fs'

/**
 * @returns counts, and the names of tests that passed only at a second try; all 0 without a report.
 */
export function readResults(file) {
  try {
    return countResults(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 0, skipped: 0, flaky: [] }
  }
}

export function countResults(report) {
  return report.stats ? ofPlaywright(report) : ofVitest(report)
}

function ofVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    flaky: [],
  }
}

/** A flaky story passed in the end: it counts as passed, and is listed. */
function ofPlaywright({ stats, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: suites.flatMap(flakyOf),
  }
}

function flakyOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `[${projectName}] ${file} › ${title}`),
  )
  return [...own, ...suites.flatMap(flakyOf)]
}

/** The last lines of a run; the very last is `N passed, N failed`, and the skipped ones. */
export function closingLines({ passed, failed, skipped, flaky }) {
  const named = flaky.map((name) => `  ${name}`)
  return [
    ...(flaky.length > 0 ? [`${flaky.length} flaky, passed at a second try:`, ...named] : []),
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ]
}
