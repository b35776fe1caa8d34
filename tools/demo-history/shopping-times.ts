/** When people shop: more in the evening and on weekends, and a little more every week. */

import type { Random } from '#tests/kit/random.ts'
import { DAY, HOUR, MINUTE } from './history-rows.ts'

const BASKETS_A_DAY = 21
/** The last day's sales, as a multiple of the first day's. */
const GROWTH = 1.5

/** The weights of the days, from Sunday. */
const WEEKDAYS = [0.92, 0.86, 0.9, 0.95, 1.12, 1.28, 1.14]

/** The weights of the hours in Dubai, which has no daylight saving time. */
const HOURS = [
  5, 3, 2, 1, 1, 1, 2, 4, 7, 10, 12, 14, 15, 14, 13, 13, 14, 17, 21, 26, 29, 28, 22, 12,
]
const DUBAI = 4 * HOUR

export function shoppingTimes(random: Random, from: number, to: number): number[] {
  const times: number[] = []
  const firstDay = Math.floor((from + DUBAI) / DAY)
  const lastDay = Math.floor((to + DUBAI) / DAY)
  for (let day = firstDay; day <= lastDay; day++) {
    const weekday = WEEKDAYS[new Date(day * DAY).getUTCDay()] ?? 1
    const growth = 1 + ((GROWTH - 1) * (day - firstDay)) / (lastDay - firstDay)
    const baskets = Math.round(BASKETS_A_DAY * weekday * growth * random.between(0.85, 1.15))
    for (let basket = 0; basket < baskets; basket++) {
      times.push(day * DAY - DUBAI + random.weighted(HOURS) * HOUR + random.between(0, HOUR))
    }
  }
  return times
    .map(Math.floor)
    .filter((time) => time >= from && time < to - MINUTE)
    .sort((a, b) => a - b)
}

/** A random time within working hours, `days` days after the day of `after`. */
export function workingHour(random: Random, after: number, days: number): number {
  const midnight = Math.floor((after + DUBAI) / DAY) * DAY - DUBAI
  return Math.floor(midnight + days * DAY + random.between(9, 19) * HOUR)
}
