/** Reads the JSON reports of vitest and Playwright into results of the same shape. */
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** @returns the results; all zero if the report cannot be read */
export function readResults(file) {
  try {
    return countResults(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: [] }
  }
}

export function countResults(report) {
  return report.stats ? ofPlaywright(report) : ofVitest(report)
}

function ofVitest(report) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures: testResults.flatMap(failuresOfFile),
  }
}

/** A file that could not be loaded is listed as one failure, although none of its tests ran. */
function failuresOfFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [failure(name, message)]
  return failed.map((test) => failure(`${name} › ${test.fullName}`, test.failureMessages[0]))
}

/** A story that passed only on the second try counts as failed: either the story or the shop has a defect. */
function ofPlaywright({ stats, suites }) {
  const failed = suites.flatMap(testsOf).filter(({ status }) => FAILED.includes(status))
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: failed.map(({ name, status, message }) =>
      failure(name, status === 'flaky' ? 'passed only on the second try' : message),
    ),
  }
}

const FAILED = ['unexpected', 'flaky']

function testsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, results = [] }) => ({
      status,
      name: `[${projectName}] ${file} › ${title}`,
      message: results.at(-1)?.error?.message,
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

function failure(name, message = '') {
  const [line] = stripVTControlCharacters(message).trim().split('\n')
  return line ? `${name}: ${line}` : name
}

/** The last lines of a run: the failures, then the counts. */
export function closingLines({ passed, failed, skipped, failures }) {
  return [
    ...listed(failures, 'failed:'),
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ]
}

function listed(names, heading) {
  return names.length === 0
    ? []
    : [`${names.length} ${heading}`, ...names.map((name) => `  ${name}`)]
}
