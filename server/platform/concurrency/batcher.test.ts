import { expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

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

it('batches everything that arrives during a question, each item once', async () => {
  const { asked, batched } = createQuestion()
  const first = batched([1])
  await turn()
  const others = [batched([2]), batched([3, 2]), batched([1])]
  await turn()
  expect(asked.map(({ ids }) => ids)).toEqual([[1]])

  asked[0]?.answer()
  expect((await first).get(1)).toBe('answer 1')
  await turn()
  // `1` is asked again because the first `ask` began before this call.
  expect(asked.map(({ ids }) => ids)).toEqual([[1], [2, 3, 1]])
  asked[1]?.answer()

  const answers = await Promise.all(others)
  expect(answers.map((answer) => answer.get(2))).toEqual(Array(3).fill('answer 2'))
})

it('continues after a failure, which only the callers of that batch receive', async () => {
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
