/**
 * Build step: compiles a catalog's ICU messages to token arrays, so that no parser is shipped. `en.json?first` contains
 * the texts for the first screen, `en.json?rest` those for all other screens, `?all` both, and `?admin` the staff-only
 * texts. Server-only texts are in none of these parts.
 */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { LOCALES } from '../../contract/locale.ts'
import { SERVER_PREFIXES } from '../../contract/words/message-ids.ts'

const CATALOG = /\/contract\/words\/[\w-]+\.json\?(first|rest|all|admin)$/

/**
 * Ids, or id prefixes, of the texts in the shell, sign-in, sign-up and the top of the home page. The code for all other
 * screens is loaded with `lazyScreen` or `lazyPart`, which also wait for the other texts.
 */
const FIRST =
  /^(?:shop\.title|common\.(?!close|cancel|saved|viewAll)|category\.(?!All)|auth\.|header\.(?!theme\.|language$|\w+Count$|sign|profile|orders|closeSearch|category$|bell$)|home\.(?:title|carousel|slide)|toast\.(?:bad|sign|login|noGoogle))/

/** Ids of the texts fetched only by staff. Excludes `admin.menu`, which staff also see on customers' screens. */
const ADMIN = /^(?:admin\.(?!menu$)|field-error\.)/

/** The Vite plugin. An invalid ICU message fails the build with an error that names it. */
export function compiledCatalogs(): Plugin {
  return {
    name: 'barq:compiled-catalogs',
    enforce: 'pre',
    transform(source, id) {
      const match = CATALOG.exec(id)
      if (!match) return null
      const part = match[1]
      const messages = Object.entries(JSON.parse(source) as Record<string, string>).filter(
        ([message]) => belongs(message, part),
      )
      const code = `export default ${JSON.stringify(compileCatalog(Object.fromEntries(messages)))}`
      return { code, moduleType: 'js', map: null }
    },
    // For public/boot.js, which sets the direction before any module has loaded.
    transformIndexHtml: (html) => html.replace('<html ', `<html data-languages="${directions()}" `),
  }
}

/** Each language and its direction, such as `en:ltr ar:rtl`. */
function directions(): string {
  return LOCALES.map(({ code, dir }) => `${code}:${dir}`).join(' ')
}

function belongs(message: string, part: string | undefined): boolean {
  if (SERVER_PREFIXES.some((prefix) => message.startsWith(prefix))) return false
  if (ADMIN.test(message)) return part === 'admin'
  return part === 'all' || (FIRST.test(message) ? 'first' : 'rest') === part
}

export function compileCatalog(messages: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => {
      try {
        return [id, compileMessageOrThrow(message)]
      } catch (cause) {
        throw new Error(`The message "${id}" is not valid ICU: ${message}`, { cause })
      }
    }),
  )
}
