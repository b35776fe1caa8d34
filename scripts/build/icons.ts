/** Build step: generates a component (web/ui/icon.ts) for each icon in `web/ui/icons/` imported as `x.svg?icon`. */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const ICON = /\.svg\?icon$/
const SHAPE = /<(\w+) ([^>]*)\/>/g
const ATTRIBUTE = /(\w+)="([^"]*)"/g

export function icons(): Plugin {
  return {
    name: 'barq:icons',
    enforce: 'pre',
    async load(id) {
      if (!ICON.test(id)) return null
      const shapes = shapesOf(await readFile(id.replace(ICON, '.svg'), 'utf8'))
      const code = `import { icon } from '#web/ui/icon.ts'\nexport default icon(${shapes})`
      return { code, moduleType: 'js', map: null }
    },
  }
}

/** The elements inside the `<svg>`, each as JSON: its name and its attributes. */
function shapesOf(svg: string): string[] {
  return [...svg.matchAll(SHAPE)].map(([, name, attributes = '']) => {
    const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, key, value]) => [key, value])
    return JSON.stringify([name, Object.fromEntries(pairs)])
  })
}
