/**
 * Build step: turns the ICU messages of a catalogue into token arrays, so that no parser ships. `en.json?first` has
 * the texts of the first screen, `en.json?rest` those of all others, `?all` both, and `?admin` those only for staff.
 * Server-only texts are in none of them.
 */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { LOCALES } from '../../contract/locale.ts'
import { SERVER_PREFIXES } from '../../contract/words/message-ids.ts'

const CATALOGUE = /\/contract\/words\/[\w-]+\.json\?(first|rest|all|admin)$/

/**
 * Ids, or prefixes of them, that the shell, the two sign screens and the top of the home page use.
 * Everything else is fetched with `lazyPart`, which waits for the rest.
 */
const FIRST =
  /^(?:shop\.title|common\.(?!close|cancel|viewAll)|category\.(?!All)|auth\.|header\.(?!theme\.|language$|\w+Count$|sign|profile|orders|closeSearch|category$|bell$)|home\.(?:title|carousel|slide)|toast\.(?:bad|sign|login|noGoogle))/

/** Fetched by staff only; the menu's entry is outside of their screens. */
const ADMIN = /^(?:admin\.(?!menu$)|field-error\.)/

/** The Vite plugin; a message that is not valid ICU stops the build and is named. */
export function compiledCatalogues(): Plugin {
  return {
    name: 'barq:compiled-catalogues',
    enforce: 'pre',
    transform(source, id) {
      const match = CATALOGUE.exec(id)
      if (!match) return null
      const part = match[1]
      const messages = Object.entries(JSON.parse(source) as Record<string, string>).filter(
        ([message]) => belongs(message, part),
      )
      const code = `export default ${JSON.stringify(compileCatalogue(Object.fromEntries(messages)))}`
      return { code, moduleType: 'js', map: null }
    },
    // For public/boot.js, which sets the direction before any module is here.
    transformIndexHtml: (html) => html.replace('<html ', `<html data-languages="${directions()}" `),
  }
}

/** Each language and its direction: `en:ltr ar:rtl`. */
function directions(): string {
  return LOCALES.map(({ code, dir }) => `${code}:${dir}`).join(' ')
}

function belongs(message: string, part: string | undefined): boolean {
  if (SERVER_PREFIXES.some((prefix) => message.startsWith(prefix))) return false
  if (ADMIN.test(message)) return part === 'admin'
  return part === 'all' || (FIRST.test(message) ? 'first' : 'rest') === part
}

/** Every message of a catalogue as Lingui's tokens. */
export function compileCatalogue(messages: Record<string, string>) {
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
