import { expect, it } from 'vitest'
import { type Config, readConfig } from '../config.ts'

const fixed = (env: Record<string, string>): Config['displays']['placeholders'] =>
  readConfig(env).displays.placeholders

it('a demo has the displays of the specification, any other shop only what is true', () => {
  expect(fixed({ DEMO: 'on' })).toBe(true)
  expect(fixed({ DEMO: 'off' })).toBe(false)
  expect(fixed({ DEMO: 'on', PLACEHOLDERS: 'true' })).toBe(false)
  expect(fixed({ DEMO: 'off', PLACEHOLDERS: 'specified' })).toBe(true)
  expect(() => fixed({ PLACEHOLDERS: 'on' })).toThrow(/PLACEHOLDERS must be one of/)
})

it('there is no delivery promise unless the owner sets one', () => {
  expect(readConfig({}).details).toEqual({})
  expect(readConfig({ DELIVERY_PROMISE: 'Tomorrow' }).details).toEqual({
    delivery_promise: 'Tomorrow',
  })
})
