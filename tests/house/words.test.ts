/** Bans words and phrases that a native-speaking engineer would not write. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/platform/root.ts'

interface Ban {
  pattern: RegExp
  instead: string
}

const BANS: Ban[] = [
  { pattern: /\bwhoever\b/i, instead: 'the noun: the caller, the customer, the process' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bof before\b/i, instead: 'earlier, previous' },
  { pattern: /\bso many\b/i, instead: 'the number, or "this many"' },
  { pattern: /\b(is|are|was|were|be|been|being|not) told\b/i, instead: 'gets, receives, is sent' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bnudge[sd]?\b/i, instead: 'notify' },
  { pattern: /\bstands? in line\b/i, instead: 'wait in the queue' },
  {
    pattern:
      /\b(giveBack|takeBack|saidTo|sendAtOnce|(count)?WholeWay|mustEqual|mustBe(Whole|Free))\b/i,
    instead: 'release or refund, translatorFor, serveFromCache, bypass, assert…',
  },
  {
    pattern: /\b(shop window|stand-in|upkeep|isProven|compare-?books|\w*books?Parts)\b/i,
    instead: 'storefront, fake or fallback, cleanup, isSteppedUp, reconciliation',
  },
  { pattern: /\b(heed|lest|thereof|whereof|ere)\b/i, instead: 'plain English' },
  {
    pattern:
      /\be-mail(?! steps'\))|colour(?!space)|catalogue|cancelled|behaviour|\b(labelled|grey|licence|misspelt)\b|(author|recogn|serial|normal|organ|anonym)is(e|ing|ation)/i,
    instead: 'the spelling of the United States',
  },
]

/** Excluded: the owner's specification, results, generated files, SQL, and this list itself. */
const NOT_OURS =
  /^docs\/specification\.md$|^tools\/bench\/results\/|^tools\/demo-pictures\/render\/|package-lock\.json$|\.sql$|^tests\/house\/words\.test\.ts$/

const WRITTEN = /\.(ts|tsx|js|mjs|mts|css|md|json|yml|html|service|conf)$/

const FOLDERS = 'contract server web tests tools scripts docs deploy demo .github'.split(' ')

const files = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  ),
].filter((file) => WRITTEN.test(file) && !NOT_OURS.test(file))

it.for(BANS)('nowhere: $pattern', ({ pattern, instead }) => {
  const found = files.flatMap((file) =>
    linesOf(file).flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  )

  expect(found, `Write instead: ${instead}.`).toEqual([])
})

it('reads the repository', () => {
  expect(files.length).toBeGreaterThan(800)
})

function linesOf(file: string): string[] {
  return readFileSync(join(ROOT, file), 'utf8').split('\n')
}
