import { expect, it } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

it('shares a run among identical calls while it is under way, and then runs again', async () => {
  const share = createSingleFlight<number>()
  const runs: Array<PromiseWithResolvers<number>> = []
  const run = () => {
    const started = Promise.withResolvers<number>()
    runs.push(started)
    return started.promise
  }
  const calls = [share('a', run), share('a', run), share('b', run)]
  expect(runs).toHaveLength(2)

  runs[0]?.resolve(1)
  runs[1]?.resolve(2)
  expect(await Promise.all(calls)).toEqual([1, 1, 2])

  const again = share('a', run)
  runs[2]?.reject(new Error('failed'))
  await expect(again).rejects.toThrow('failed')
  void share('a', run)
  expect(runs).toHaveLength(4)
})
