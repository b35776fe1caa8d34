/**
 * Build step: writes a document for each screen that visits start on. The document links the files that the screen and
 * its visible parts will load, so that the browser fetches them together instead of discovering them one by one.
 * `index.html` is for `/`, `sign-in.html` for `/sign-in`, `sign-up.html` for `/sign-up`, `product.html` and `list.html`
 * for many URLs; all other URLs get `screen.html` (server/platform/http/page.ts).
 */
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** The parts around every screen. The server renders them, so their scripts may load later. */
const SHELL = ['app/header/ShopMenus.tsx', 'app/DeferredShell.tsx']

const SIGN = [...SHELL, 'home/StorefrontContent.tsx']

interface Needs {
  /** Modules to load immediately, with their styles. */
  modules: string[]
  /** Modules that the server renders, so that only their styles are needed immediately. */
  rendered?: string[]
}

const DOCUMENTS: Record<string, Needs> = {
  'index.html': { modules: ['home/HomeScreen.tsx', 'home/HomeSections.tsx'], rendered: SHELL },
  'product.html': { modules: ['catalog/ProductScreen.tsx'], rendered: SHELL },
  'list.html': {
    modules: ['catalog/CategoryScreen.tsx', 'catalog/SearchScreen.tsx'],
    rendered: SHELL,
  },
  'sign-in.html': { modules: ['app/SignInPage.tsx', 'home/SlideShow.tsx'], rendered: SIGN },
  'sign-up.html': { modules: ['app/SignUpPage.tsx', 'home/SlideShow.tsx'], rendered: SIGN },
  'screen.html': { modules: [] },
}

/** Fails the build with an error that names the module if a module in `DOCUMENTS` is missing. */
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
        for (const [fileName, needs] of Object.entries(DOCUMENTS)) {
          const source = html.replace('</head>', `${linksFor(needs, bundle, html)}</head>`)
          if (fileName === 'index.html') plain.source = source
          else this.emitFile({ type: 'asset', fileName, source })
        }
      },
    },
  }
}

function linksFor({ modules, rendered = [] }: Needs, bundle: Bundle, html: string): string {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const module of modules) collect(chunkWith(module, bundle), bundle, scripts, styles)
  for (const module of rendered)
    collect(chunkWith(module, bundle), bundle, new Set(scripts), styles)
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
  if (!found)
    throw new Error(
      `The build has no ${module}: if the module was renamed, rename it in this plugin.`,
    )
  return found
}
