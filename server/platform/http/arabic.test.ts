/** Whoever reads Arabic is refused in Arabic: a sentence without its translation fails here. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ARABIC } from './arabic.ts'

const SERVER = join(import.meta.dirname, '../..')

/** What a customer's calls go through. The owner's own calls answer in English. */
const FOLDERS = ['accounts', 'cart', 'orders', 'payments', 'platform/http', 'platform/media']

/**
 * Not told to a customer's page: letters have both languages beside each other, the words of a
 * success are the specification's, and the others speak to programs.
 */
const NOT_TOLD =
  /\.test\.ts$|\.emails\.ts$|\.admin-routes\.ts$|\/(?:arabic|openapi|provider-events|[\w-]+\.routes)\.ts$/

/** A sentence as it stands in the source: between quotes, from a capital letter to a full stop. */
const SENTENCE = /'([A-Z][^'\n]*\s[^'\n]*\.)'|`([A-Z][^`\n]*\s[^`\n]*\.)`/g

const files = await filesOf(FOLDERS)
const sentences = new Map<string, string>()
for (const file of files) {
  for (const [, plain, filled] of withoutThrown(await readFile(file, 'utf8')).matchAll(SENTENCE)) {
    sentences.set(plain ?? filled ?? '', file.slice(SERVER.length + 1))
  }
}

it('has the Arabic of every sentence a customer may be refused with', () => {
  const mend = 'Add the sentence to server/platform/http/arabic.ts.'
  const missing = [...sentences].filter(([sentence]) => !isTranslated(sentence))

  expect(missing, mend).toEqual([])
  expect(sentences.size).toBeGreaterThan(30)
})

it('has no Arabic of a sentence that nobody says', () => {
  const said = [...sentences.keys()].map(asPattern)
  const unsaid = Object.keys(ARABIC).filter(
    (english) => /\.$/.test(english) && !said.some((pattern) => pattern.test(english)),
  )

  expect(unsaid, 'Take it out of arabic.ts.').toEqual([])
})

it('says it in Arabic', () => {
  for (const arabic of Object.values(ARABIC)) expect(arabic).toMatch(/[\u0600-\u06ff]/)
})

it('sees a sentence that is not translated', () => {
  expect(isTranslated('This was written a moment ago.')).toBe(false)
  expect(isTranslated(['The file is too large: $', '{bytesMax} MB at most.'].join(''))).toBe(true)
})

function isTranslated(sentence: string): boolean {
  return Object.keys(ARABIC).some((english) => asPattern(sentence).test(english))
}

/** Holes of a template stand for anything. */
function asPattern(sentence: string): RegExp {
  const parts = sentence
    .split(/\$\{[^}]*\}/)
    .map((part) => part.replace(/[.*+?()[\]{}|^$\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}

/** A plain Error is our own fault: its words never leave the server. */
function withoutThrown(source: string): string {
  return source.replace(/new Error\([^)]*\)/g, '')
}

async function filesOf(folders: string[]): Promise<string[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(SERVER, folder), { recursive: true })
      return names.map((name) => join(SERVER, folder, name))
    }),
  )
  return lists.flat().filter((file) => file.endsWith('.ts') && !NOT_TOLD.test(file))
}
