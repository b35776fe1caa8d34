import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('window', { addEventListener: () => {} })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
vi.stubGlobal('sessionStorage', {})
afterAll(() => vi.unstubAllGlobals())

vi.mock('#web/api/config.queries.ts', () => ({ configQuery: { queryKey: ['config'] } }))

it('if visitors may not browse, the end of a session removes the content it has cached', async () => {
  const { forgetKept } = await import('./forget-kept.ts')
  const { clearSession, storeSession } = await import('#web/api/stored-session.ts')
  const [open, closed] = ['browse', 'sign-in'].map((visitors) => {
    const client = new QueryClient()
    client.setQueryData(['config'], { visitors })
    const remove = vi.fn(async () => true)
    forgetKept(client, { delete: remove })
    return remove
  })
  storeSession({ access_token: 'a', token_type: 'Bearer', account_type: 'customer' })
  storeSession({ access_token: 'b', token_type: 'Bearer', account_type: 'customer' })
  clearSession()
  await vi.waitFor(() => expect(closed?.mock.calls).toEqual([['answer'], ['picture']]))
  expect(open).not.toHaveBeenCalled()
})
