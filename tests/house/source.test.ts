/**
 * S4 and A14: patterns banned from the source, each with the few files that may use them and why. Biome also bans
 * `any`, `eval` and dangerouslySetInnerHTML.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { ROOT } from '#server/platform/root.ts'

interface Ban {
  name: string
  folders: string[]
  /** Tested against each line without its comments. */
  pattern: RegExp
  fix: string
  except: Record<string, string>
  /** Lines that the pattern must match. */
  sees: string[]
  /** Lines that the pattern must not match. */
  passes: string[]
}

const BANS: Ban[] = [
  {
    name: 'HTML made of text',
    folders: ['web', 'server', 'contract'],
    pattern:
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|\bDOMParser\b|\bsrcdoc\b/i,
    fix: 'Let React write text; build elements, never HTML.',
    except: {},
    sees: ['<p dangerouslySetInnerHTML={{ __html: name }} />', 'node.innerHTML = name'],
    passes: ['<p>{name}</p>', 'node.textContent = name'],
  },
  {
    name: 'code made of text',
    folders: ['web', 'server', 'contract', 'scripts'],
    pattern: /\beval\(|new Function\(|\bset(Timeout|Interval)\(\s*['"`]|javascript:/,
    fix: 'Call a function.',
    except: {},
    sees: ['eval(text)', "new Function('a', text)", 'setTimeout("go()", 1)'],
    passes: ['evaluate(text)', 'setTimeout(go, 1)'],
  },
  {
    name: 'JSON.parse',
    folders: ['server', 'contract'],
    pattern: /\bJSON\.parse\(/,
    fix: 'Bodies are parsed by the framework, which refuses __proto__. Say here why this is safe.',
    except: {
      'server/platform/http/cursor.ts':
        'a list whose length and types are checked; nothing is copied',
      'server/platform/realtime/messages.ts': 'frames: fields are read one by one; see its comment',
      'server/platform/realtime/signed-call.ts':
        'after the signature was verified; checked by a schema',
      'server/catalog/transfer/read-mapping.ts':
        'staff only; checked by a schema, and names are looked up as own properties',
      'server/platform/realtime/bus.ts': 'written by another process of the shop',
      'server/platform/db/signals.ts': 'written by another process of the shop',
      'server/platform/db/postgres-programs.ts': 'a file of a package, fixed by the lock file',
      'server/platform/backup/manifest.ts': 'a file of our own, whose shape is checked before use',
      'server/platform/backup/interrupted.ts': 'a file of our own',
      'server/demo/demo-catalog.ts': 'a file of our own',
      'server/shop/shop.part.ts': 'an answer of our own cache, written beside it',
      'server/addresses/address-text.ts': 'as the database stores it, after it was checked',
      'server/addresses/address-formats.ts': 'a file of a package, fixed by the lock file',
      'server/platform/words/translate.ts': 'the catalogs, files of our own',
    },
    sees: ['const body = JSON.parse(text)'],
    passes: ['JSON.stringify(body)'],
  },
  {
    name: 'Math.random',
    folders: ['server', 'contract'],
    pattern: /\bMath\.random\(/,
    fix: 'Use node:crypto for values that must not be guessed, tests/kit/random.ts for made-up data.',
    except: {},
    sees: ['const token = Math.random()'],
    passes: ['randomBytes(32)'],
  },
  {
    name: 'text as SQL',
    folders: ['server'],
    // `raw`, `sql` called like a function, or `query` and `exec` with a template string.
    pattern: /\bsql\.raw\(|\bsql\(|\bsql<[^`]*>\(|\.(query|exec)\(\s*`|CompiledQuery\.raw\(/,
    fix: 'Use the sql template: values become parameters. Say here why raw text is needed.',
    except: {
      'server/platform/db/migrate.ts': 'the statements of our own migrations',
      'server/platform/outbox/outbox.store.ts': 'a constant',
      'server/platform/outbox/topics.ts': 'names of our own fields; the values are parameters',
      'server/platform/db/postgres.ts': 'a channel name, escaped as an identifier',
      'server/platform/backup/copy-database.ts': 'names of tables and columns, escaped',
    },
    sees: ['sql.raw(text)', 'pool.query(`select `)', 'sql<{ id: number }>(text)'],
    passes: ['sql`select `', "client.query('select 1')", 'sql<{ id: number }>`select`'],
  },
  {
    name: 'a payment provider known by its name',
    folders: ['server', 'contract', 'web'],
    pattern: /(=|\bin \(|\bcase) *['"`](sandbox|stripe)['"`]|['"`](sandbox|stripe)['"`] *[!=]==/,
    fix: 'Check what the provider can do: traitsOf(name) in server/payments/providers.ts, `payment` on the page.',
    except: {},
    sees: ["if (taker === 'sandbox') return", "provider = 'sandbox'", "case 'stripe':"],
    passes: ["name: 'stripe',", 'payment.opensPage'],
  },
  {
    name: 'a literal spread into another',
    folders: ['web', 'server', 'contract', 'scripts', 'tools'],
    pattern: /\.\.\.\{|^\s*\.\.\.\[[^\]]*\],$/,
    fix: 'Write its fields or elements directly into the outer one.',
    except: {},
    sees: ['    ...{ id, name },', '<Form {...{ errors }} />', "  ...['a', 'b'],"],
    passes: ['...(isShown && { id }),', '  ...[min, max].map(round),', '  ...[...styles]'],
  },
  {
    name: 'a text of a screen outside the catalogs',
    folders: ['web'],
    pattern:
      />[^<>{}&]*\p{L}{2,}[^<>{}]*<\/|\b(aria-label|placeholder|alt|title)="[^"]*\p{L}|^\s*\p{Lu}[\p{L}’']*(,? [\p{L}\d’'-]+)+[.!?]?$/u,
    fix: 'Give the text an id in contract/words/, in every language.',
    except: {
      'web/payment/CardFields.tsx': 'MM/YY, as the specification has it',
      'web/admin/search/SearchButton.tsx': 'the names of two keys',
    },
    sees: ['<p>Sign in</p>', '<input placeholder="Type here" />', '  Nothing was found here.'],
    passes: ["<p>{t('signIn')}</p>", '<img alt="" />', '  return shown', '</p>'],
  },
]

const SOURCES = await sources()

it.for(BANS)('nowhere in the source: $name', ({ folders, pattern, fix, except }) => {
  const found = SOURCES.filter(({ file }) =>
    folders.some((one) => file.startsWith(`${one}/`)),
  ).flatMap(({ file, lines }) =>
    lines.filter(({ text }) => pattern.test(text)).map(({ number }) => ({ file, number })),
  )
  const breaches = found.filter(({ file }) => !(file in except))

  expect(
    breaches.map(({ file, number }) => `${file}:${number}`),
    fix,
  ).toEqual([])
  const needed = new Set(found.map(({ file }) => file))
  const stale = Object.keys(except).filter((file) => !needed.has(file))
  expect(stale, 'These exceptions are no longer needed.').toEqual([])
})

it('each ban catches a violation and allows the right way', () => {
  for (const { name, pattern, sees, passes } of BANS) {
    expect(
      sees.filter((line) => !pattern.test(line)),
      name,
    ).toEqual([])
    expect(
      passes.filter((line) => pattern.test(line)),
      name,
    ).toEqual([])
  }
  expect(SOURCES.length).toBeGreaterThan(300)
})

it('each migration has a number of its own', async () => {
  const files = await readdir(join(ROOT, 'server/platform/db/migrations'))
  const numbers = files.map((file) => file.slice(0, 4))

  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

it('comments are skipped, and text that only looks like a comment is not', () => {
  const text = [
    "const files = '**/*.{html,br,gz}' // eval(a)",
    "const address = 'https://' + eval(b)",
    '/* eval(c)',
    '   eval(d) */ eval(e)',
    'const pattern = /[/*]/.test(eval(f))',
  ].join('\n')
  const found = codeLines('made-up.ts', text).filter((line) => /eval\(/.test(line.text))

  expect(found.map(({ number }) => number)).toEqual([2, 4, 5])
  expect(found[1]?.text).not.toContain('eval(d)')
})

interface Line {
  number: number
  text: string
}

/** Code that is shipped or that developers run, but not tests. */
async function sources(): Promise<Array<{ file: string; lines: Line[] }>> {
  const folders = ['contract', 'server', 'web', 'tools', 'scripts']
  const lists = await Promise.all(
    folders.map((folder) => readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })),
  )
  const files = lists
    .flat()
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$|^tools\/demo-pictures\//.test(file))
  return Promise.all(
    files.map(async (file) => ({
      file,
      lines: codeLines(file, await readFile(join(ROOT, file), 'utf8')),
    })),
  )
}

/** The lines without comments, which may mention banned patterns. A parser distinguishes comments from strings. */
function codeLines(file: string, text: string): Line[] {
  const { comments, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  let code = text
  for (const { start, end } of comments) {
    const blank = text.slice(start, end).replace(/[^\n]/g, ' ')
    code = code.slice(0, start) + blank + code.slice(end)
  }
  return code.split('\n').map((line, index) => ({ number: index + 1, text: line }))
}
