import type { Run } from './evidence.ts'

/** A run without a failure, for the tests of the report; each sets what it is about. */
export const RUN: Run = {
  commit: 'c0ffee',
  changed: 0,
  date: '2026-01-01',
  machine: 'a machine',
  migrations: 13,
  passed: 1200,
  failed: 0,
  skipped: 2,
  flaky: [],
  lines: [],
}
