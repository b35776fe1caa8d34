/** All imports in the shipped TypeScript, including lazy and type-only imports, but not those in tests. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '#server/platform/root.ts'

export interface Import {
  /** A path relative to the repository's root. */
  from: string
  /** A path relative to the repository's root, with its query, if any (`?icon`); otherwise the specifier as written. */
  to: string
  isType?: boolean
}

export const IMPORTS: readonly Import[] = globSync('{contract,server,web}/**/*.{ts,tsx}', {
  cwd: ROOT,
})
  .filter((file) => !isTest(file) && !file.endsWith('.d.ts'))
  .flatMap((from) => {
    const text = readFileSync(join(ROOT, from), 'utf8')
    const names = text.matchAll(
      /(?:\b(?:import|export) (type )?[\w*{},\s]*\bfrom|\bimport|\b(typeof )?import\()\s*['"]([^'"]+)['"]/g,
    )
    return [...names].map(([, type, typeOf, name = '']) => ({
      from,
      to: resolved(from, name),
      ...((type || typeOf) && { isType: true }),
    }))
  })

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function resolved(from: string, name: string): string {
  if (name.startsWith('.')) return join(dirname(from), name)
  return name.startsWith('#') ? name.slice(1) : name
}
