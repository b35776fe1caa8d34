import { expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

/** A question that is answered when the test says so. */
function createQuestion() {
  const asked: Array<{ ids: readonly number[]; answer(): void; fail(): void }> = []
  const ask = (ids: readonly number[]) =>
    new Promise<Map<number, string>>((resolve, reject) => {
      asked.push({
        ids,
        answer: () => resolve(new Map(ids.map((id) => [id, `answer ${id}`]))),
        fail: () => reject(new Error('no answer')),
      })
    })
  return { asked, batched: createBatcher(ask) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('asks for all that came while it was asking, and for each of them once', async () => {
  const { asked, batched } = createQuestion()
  const first = batched([1])
  await turn()
  const others = [batched([2]), batched([3, 2]), batched([1])]
  await turn()
  expect(asked.map(({ ids }) => ids)).toEqual([[1]])

  asked[0]?.answer()
  expect((await first).get(1)).toBe('answer 1')
  await turn()
  // The one that came later is not answered by what was asked before it.
  expect(asked.map(({ ids }) => ids)).toEqual([[1], [2, 3, 1]])
  asked[1]?.answer()

  const answers = await Promise.all(others)
  expect(answers.map((answer) => answer.get(2))).toEqual(Array(3).fill('answer 2'))
})

it('asks on after a failure, which only those get who asked', async () => {
  const { asked, batched } = createQuestion()
  const first = batched([1])
  await turn()
  const second = batched([2])
  asked[0]?.fail()

  await expect(first).rejects.toThrow('no answer')
  await turn()
  asked[1]?.answer()

  expect([...(await second)]).toEqual([[2, 'answer 2']])
})
