/** Components use only classes of their CSS modules, since others would silently do nothing; every icon is used. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { IMPORTS } from './imports.ts'

const named = globSync('web/**/*.tsx', { cwd: ROOT }).flatMap((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/^import (\w+) from '(.+\.module\.css)'$/gm)].flatMap(
    ([, name, path = '']) => {
      const sheet = path.startsWith('#') ? path.slice(1) : join(dirname(file), path)
      const uses = text.matchAll(new RegExp(String.raw`(?<![\w.'])${name}\.(\w+)`, 'g'))
      return [...uses].map(([, className]) => ({ file, sheet, className }))
    },
  )
})

it('finds the classes', () => {
  expect(named.length).toBeGreaterThan(500)
})

it('are in the stylesheet', () => {
  const missing = named.filter(
    ({ sheet, className }) =>
      !new RegExp(String.raw`\.${className}(?![\w-])`).test(
        readFileSync(join(ROOT, sheet), 'utf8'),
      ),
  )
  expect(missing).toEqual([])
})

it('uses every icon', () => {
  const icons = globSync('web/ui/icons/*.svg', { cwd: ROOT }).map((file) => `${file}?icon`)
  const imported = IMPORTS.map(({ to }) => to)
  expect(icons.filter((icon) => !imported.includes(icon))).toEqual([])
})
