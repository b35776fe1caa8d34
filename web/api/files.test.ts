import { afterAll, expect, it, vi } from 'vitest'

vi.stubGlobal('window', { addEventListener: () => {} })
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal(
  'FormData',
  class {
    append() {}
  },
)
afterAll(() => vi.unstubAllGlobals())

const sent: Record<string, string>[] = []
let abort = false

vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
  sent.push(headers)
  return Response.json({ error: 'busy' }, { status: 429, headers: { 'retry-after': '7' } })
})

vi.stubGlobal(
  'XMLHttpRequest',
  class {
    status = 429
    responseText = '{}'
    upload = {}
    onload = () => {}
    onabort = () => {}
    #headers: Record<string, string> = {}
    open() {}
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }
    getResponseHeader() {
      return '7'
    }
    send() {
      sent.push(this.#headers)
      if (abort) this.onabort()
      else this.onload()
    }
  },
)

const file = {} as File

it('without a session, files are sent and fetched without a token, and an error says when to retry', async () => {
  const { fetchFile } = await import('./fetch-file.ts')
  const { uploadFile } = await import('./upload-file.ts')
  const upload = () => uploadFile('POST /api/admin/pictures', { field: 'image', file })

  await expect(fetchFile('/api/user/invoices/1/pdf')).rejects.toMatchObject({ retryAfter: 7 })
  await expect(upload()).rejects.toMatchObject({ status: 429, retryAfter: 7 })
  expect(sent.map((headers) => 'authorization' in headers)).toEqual([false, false])

  abort = true
  await expect(upload()).rejects.toThrow('got no response')
})
