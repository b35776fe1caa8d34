/**
 * Build step: a document for each screen that visits begin with. It links the files that the screen
 * and its visible parts will load, so that the browser fetches them together instead of discovering
 * them one after the other. `index.html` is for `/`, `sign-in.html` for `/sign-in`; every other
 * address gets `screen.html` (server/platform/http/page.ts).
 */
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

const DOCUMENTS: Record<string, string[]> = {
  'index.html': ['home/HomeScreen.tsx', 'home/HomeSections.tsx'],
  'sign-in.html': ['app/SignInPage.tsx', 'home/SlideShow.tsx'],
  'sign-up.html': ['app/SignUpPage.tsx', 'home/SlideShow.tsx'],
  'screen.html': [],
}

/** The Vite plugin. Fails the build, naming the module, when a screen is not in it. */
export function firstScreens(): Plugin {
  return {
    name: 'barq:first-screens',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const plain = bundle['index.html']
        if (plain?.type !== 'asset') throw new Error('The build has no index.html.')
        const html = String(plain.source)
        for (const [fileName, modules] of Object.entries(DOCUMENTS)) {
          const source = html.replace('</head>', `${linksFor(modules, bundle, html)}</head>`)
          if (fileName === 'index.html') plain.source = source
          else this.emitFile({ type: 'asset', fileName, source })
        }
      },
    },
  }
}

/** Links to all files that the modules need and the document does not link yet. */
function linksFor(modules: string[], bundle: Bundle, html: string): string {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const module of modules) collect(chunkWith(module, bundle), bundle, scripts, styles)
  const isNew = (file: string) => !html.includes(`/${file}"`)
  return [
    ...[...styles]
      .filter(isNew)
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...[...scripts]
      .filter(isNew)
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n    ')
}

function collect(
  chunk: Rolldown.OutputChunk,
  bundle: Bundle,
  scripts: Set<string>,
  styles: Set<string>,
): void {
  if (scripts.has(chunk.fileName)) return
  scripts.add(chunk.fileName)
  for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
  for (const next of chunk.imports) {
    const imported = bundle[next]
    if (imported?.type === 'chunk') collect(imported, bundle, scripts, styles)
  }
}

function chunkWith(module: string, bundle: Bundle): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const found =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)))
  if (!found) throw new Error(`The build has no ${module}: name the new file in this plugin.`)
  return found
}
