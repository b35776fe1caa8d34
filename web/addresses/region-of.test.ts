import { expect, it } from 'vitest'
import { regionOf } from './region-of.ts'

it.each([
  ['ar-AE', 'AE'],
  ['zh-Hant-TW', 'TW'],
  ['en', ''],
  ['C', ''],
  ['en-US@posix', ''],
  ['', ''],
])('the region of %o is %o', (tag, region) => {
  expect(regionOf(tag)).toBe(region)
})
