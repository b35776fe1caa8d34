import { expect, it } from 'vitest'
import { createPlaces } from './places.ts'

it('gives each key as many places as it may have, and not one more', () => {
  const places = createPlaces(2)

  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).toBeNull()
  expect(places.take('b')).not.toBeNull()
})

it('takes a place back once, however often it is given back', () => {
  const places = createPlaces(2)
  const giveBack = places.take('a')
  places.take('a')

  giveBack?.()
  giveBack?.()

  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).toBeNull()
})
