import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSemaphore, SemaphoreTimeout } from './semaphore.ts'

describe('a semaphore', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function works() {
    const begun: number[] = []
    const ends = new Map<number, PromiseWithResolvers<number>>()
    const work = (number: number) => () => {
      begun.push(number)
      const end = Promise.withResolvers<number>()
      ends.set(number, end)
      return end.promise
    }
    return { begun, ends, work }
  }

  it('runs a limited number of calls at a time, in order of arrival, and passes outcomes on', async () => {
    const semaphore = createSemaphore({ max: 2, waitMs: 1000 })
    const { begun, ends, work } = works()
    const results = [1, 2, 3, 4].map((number) => semaphore(work(number)))
    expect(begun).toEqual([1, 2])

    ends.get(2)?.resolve(20)
    expect(await results[1]).toBe(20)
    expect(begun).toEqual([1, 2, 3])

    ends.get(1)?.reject(new Error('failed'))
    await expect(results[0]).rejects.toThrow('failed')
    expect(begun).toEqual([1, 2, 3, 4])

    ends.get(3)?.resolve(30)
    ends.get(4)?.resolve(40)
    expect(await Promise.all(results.slice(2))).toEqual([30, 40])
    void semaphore(work(5))
    void semaphore(work(6))
    void semaphore(work(7))
    expect(begun.slice(4)).toEqual([5, 6])
  })

  it('rejects a wait that takes too long, and serves the others', async () => {
    const semaphore = createSemaphore({ max: 1, waitMs: 1000 })
    const { begun, ends, work } = works()
    const first = semaphore(work(1))
    const second = expect(semaphore(work(2))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    await vi.advanceTimersByTimeAsync(500)
    const third = semaphore(work(3))
    await vi.advanceTimersByTimeAsync(600)
    await second

    ends.get(1)?.resolve(10)
    await first
    expect(begun).toEqual([1, 3])
    ends.get(3)?.resolve(30)
    expect(await third).toBe(30)
  })

  it('refuses at once when the queue is full, and accepts when one caller is served', async () => {
    const semaphore = createSemaphore({ max: 1, waitingMax: 1 })
    const { begun, ends, work } = works()
    const first = semaphore(work(1))
    const second = semaphore(work(2))

    await expect(semaphore(work(3))).rejects.toBeInstanceOf(SemaphoreTimeout)
    ends.get(1)?.resolve(10)
    await first
    const fourth = semaphore(work(4))
    ends.get(2)?.resolve(20)
    expect(await second).toBe(20)
    ends.get(4)?.resolve(40)
    expect(await fourth).toBe(40)
    expect(begun).toEqual([1, 2, 4])
  })
})
