import { expect, it } from 'vitest'
import { createPlaces } from './places.ts'

it('gives each key as many places as it may have, and not one more', () => {
  const places = createPlaces(2)

  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).toBeNull()
  expect(places.take('b')).not.toBeNull()
})

it('releases a place once, however often release is called', () => {
  const places = createPlaces(2)
  const release = places.take('a')
  places.take('a')

  release?.()
  release?.()

  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).toBeNull()
})
