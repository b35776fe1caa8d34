import { expect, it } from 'vitest'
import { createKeyedSlots } from './keyed-slots.ts'

it('gives each key its number of slots, and not one more', () => {
  const acquire = createKeyedSlots(2)

  expect(acquire('a')).not.toBeNull()
  expect(acquire('a')).not.toBeNull()
  expect(acquire('a')).toBeNull()
  expect(acquire('b')).not.toBeNull()
})

it('frees a slot once, however often it is released', () => {
  const acquire = createKeyedSlots(2)
  const release = acquire('a')
  acquire('a')

  release?.()
  release?.()

  expect(acquire('a')).not.toBeNull()
  expect(acquire('a')).toBeNull()
})
