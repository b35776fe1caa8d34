/** Remembers in the browser how staff mapped a file's columns, for files with the same headings. */
import type { ImportColumn, ImportMapping } from '#contract/admin/import.ts'
import { putStored, storedJson } from '#web/ui/stored.ts'

const KEY = 'barq-import-columns'
const FILES_MAX = 20

type Remembered = [key: string, mapping: ImportMapping]

export function rememberedMapping(columns: readonly ImportColumn[]): ImportMapping | undefined {
  return all().find(([key]) => key === keyOf(columns))?.[1]
}

export function rememberMapping(columns: readonly ImportColumn[], mapping: ImportMapping): void {
  const key = keyOf(columns)
  const others = all().filter(([one]) => one !== key)
  putStored(KEY, JSON.stringify([[key, mapping], ...others].slice(0, FILES_MAX)))
}

const keyOf = (columns: readonly ImportColumn[]): string =>
  columns.map(({ heading }) => heading).join('\n')

function all(): Remembered[] {
  const files = storedJson(KEY)
  return Array.isArray(files) ? files : []
}
