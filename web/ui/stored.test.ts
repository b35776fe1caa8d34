import { afterEach, expect, it, vi } from 'vitest'
import { putStored, stored, storedJson } from './stored.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('without storage, finds nothing and goes on', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('localStorage', undefined)

  putStored('barq-theme', 'dark')

  expect([stored('barq-theme'), storedJson('barq-theme')]).toEqual([null, null])
  expect(logged).toHaveBeenCalledOnce()
})

it('reads what was edited by hand as nothing', () => {
  const texts: Record<string, string> = { whole: '[1]', cut: '[1,' }
  vi.stubGlobal('localStorage', { getItem: (key: string) => texts[key] })

  expect([storedJson('whole'), storedJson('cut')]).toEqual([[1], null])
})
