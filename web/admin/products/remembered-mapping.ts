/** Remembers in the browser how staff mapped a file's columns, for files with the same headings. */
import type { ImportColumn, ImportMapping } from '#contract/admin/import.ts'

const KEY = 'barq-import-columns'
const FILES_MAX = 20

type Remembered = [key: string, mapping: ImportMapping]

export function rememberedMapping(columns: readonly ImportColumn[]): ImportMapping | undefined {
  return all().find(([key]) => key === keyOf(columns))?.[1]
}

export function rememberMapping(columns: readonly ImportColumn[], mapping: ImportMapping): void {
  const key = keyOf(columns)
  const others = all().filter(([one]) => one !== key)
  try {
    localStorage.setItem(KEY, JSON.stringify([[key, mapping], ...others].slice(0, FILES_MAX)))
  } catch (error) {
    console.warn('The chosen columns could not be stored.', error)
  }
}

const keyOf = (columns: readonly ImportColumn[]): string =>
  columns.map(({ heading }) => heading).join('\n')

function all(): Remembered[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}
