import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

test.for([
  ['2026-11-21T12:00:30Z', 'now', 'الآن'],
  ['2026-11-21T11:59:30Z', 'now', 'الآن'],
  ['2026-11-21T11:55:00Z', '5 minutes ago', 'قبل 5 دقائق'],
  ['2026-11-21T10:00:00Z', '2 hours ago', 'قبل ساعتين'],
  ['2026-11-20T11:00:00Z', 'yesterday', 'أمس'],
  ['2026-11-10T12:00:00Z', 'last week', 'الأسبوع الماضي'],
  ['2026-08-21T12:00:00Z', '3 months ago', 'قبل 3 أشهر'],
  ['2024-01-21T12:00:00Z', '2 years ago', 'قبل سنتين'],
] as const)('%s reads "%s"', ([iso, english, arabic]) => {
  expect([timeAgo(iso, 'en', NOW), timeAgo(iso, 'ar', NOW)]).toEqual([english, arabic])
})
