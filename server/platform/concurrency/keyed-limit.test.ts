import { expect, it } from 'vitest'
import { createKeyedLimit } from './keyed-limit.ts'

it('lets each key have its share under way, and more when some of it has ended', async () => {
  const withinShare = createKeyedLimit(2, () => new Error('too much'))
  const [first, second, other] = [ending(), ending(), ending()]
  const failed = expect(withinShare('one', () => first.promise)).rejects.toThrow('failed')
  const begun = [
    withinShare('one', () => second.promise),
    withinShare('other', () => other.promise),
  ]

  await expect(withinShare('one', async () => 'third')).rejects.toThrow('too much')
  first.reject(new Error('failed'))
  await failed
  expect(await withinShare('one', async () => 'third')).toBe('third')

  second.resolve('second')
  other.resolve('other')
  expect(await Promise.all(begun)).toEqual(['second', 'other'])
})

function ending() {
  return Promise.withResolvers<string>()
}
