/**
 * `npm run mutation`, or `npm run mutation -- orders channels --continue`: changes the modules of
 * `tools/mutation/modules.ts` in small ways and counts the changes that no test notices
 * (docs/decisions/0016-mutants-share-a-shop.md). Survivors are listed in coverage/mutants/. Exits
 * with an error when fewer than 80 % of a module's mutants are killed, or when more than a few of
 * its tests had to be skipped.
 *
 * `--sample=20`, as `npm test` calls it, tries that many mutants of one module; the commit decides
 * which. Its limit is lower: of so few, a fifth may survive by chance.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { PROOFS, recordEvidence } from '#tests/kit/evidence.ts'
import { type Instrumented, instrument } from './instrument.ts'
import { MODULES, type Module } from './modules.ts'
import type { Mutant } from './mutant.ts'
import { draw, drawOne } from './sample.ts'
import { openTests, type Tests } from './tests.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'coverage/mutants')
const LEAST = 80
/** Percent. With 92 % of all mutants killed, one sample of 20 in a thousand has fewer. */
const LEAST_OF_SAMPLE = 70
/** A mutant of access may block a resource that every shop waits for, which costs minutes. */
const SAMPLED = MODULES.filter(({ name }) => name !== 'access')
/** The maximum of tests per module that cannot be repeated on a new shop. */
const SKIPPED_MAX = 3

interface Result {
  name: string
  mutants: number
  killed: number
  /** Mutants killed in a separate run, which only a failing test file reveals. */
  killedAlone: number
  /** Tests with which no mutant was tried. */
  skipped: string[]
  /** `contract/money.ts:12 EqualityOperator: a < b -> a <= b (reached)` */
  survivors: string[]
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
/**
 * Continues an interrupted run: for an unchanged module, killed mutants count as killed, and
 * finished ones are not tried again.
 */
const goesOn = process.argv.includes('--continue')
const sampled = Number(/^--sample=(\d+)$/.exec(process.argv.at(-1) ?? '')?.[1] ?? 0)
const least = sampled > 0 ? LEAST_OF_SAMPLE : LEAST
const modules =
  sampled > 0
    ? [drawOne(commit(), SAMPLED)]
    : MODULES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const strange = wanted.filter((name) => !modules.some((module) => module.name === name))
if (strange.length > 0) {
  console.error(`No such module: ${strange.join(', ')}. ${MODULES.map(({ name }) => name)} are.`)
  process.exit(1)
}
forgetProof()
const seenByControl = await control()
const results: Result[] = []
for (const module of modules) {
  const result = await tryModule(module, { mayGoOn: goesOn, sampled })
  console.log(`${result.survivors.join('\n')}\n${sentence(result)}`)
  results.push(result)
}
const all = total(results)
console.log(`\n${[...results, all].map(sentence).join('\n')}`)
const names = (some: readonly Result[]) => some.map(({ name }) => name).join(', ')
const weak = results.filter((result) => percent(result) < least)
const patchy = results.filter(({ skipped }) => skipped.length > SKIPPED_MAX)
if (weak.length > 0) console.error(`Fewer than ${least} % killed: ${names(weak)}`)
if (patchy.length > 0) console.error(`Too many tests that cannot be repeated: ${names(patchy)}`)
const isGood = weak.length + patchy.length === 0
if (isGood && (sampled > 0 || modules.length === MODULES.length)) {
  recordEvidence({
    goal: 'S5',
    volume: `${volumeOf(all)} of ${modules.flatMap(({ sources }) => sources).length} files`,
    result: `${all.killed} killed (${all.killedAlone} in a separate run), ${all.mutants - all.killed} survived: ${percent(all)} %; ${shares(results)}; ${all.skipped.length} tests could not be repeated`,
    control: seenByControl,
    figures: { mutants: all.mutants, killed: all.killed },
  })
}
process.exit(isGood ? 0 : 1)

function volumeOf({ mutants }: Result): string {
  return sampled > 0
    ? `a sample of ${mutants} mutants, drawn by the commit,`
    : `${mutants.toLocaleString('en')} mutants`
}

function commit(): string {
  return spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout ?? ''
}

/**
 * Runs the same code with tests that assert, with one that asserts nothing, and with one that
 * always fails. @throws when the results do not differ.
 */
async function control(): Promise<string> {
  const folder = join(FOLDER, 'control')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const write = (name: string, lines: string[]) => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
    return `coverage/mutants/control/${name}`
  }
  const compare = write('at-least.ts', [
    'export function atLeast(a: number, b: number): boolean {',
    '  return a >= b',
    '}',
  ])
  const whileLoading = write('even.ts', ['export const EVEN = [1, 2].filter((n) => n % 2 === 0)'])
  const tryControl = (name: string, source: string, lines: string[]) => {
    const tests = [write(`${name}.test.ts`, [`import { expect, it } from 'vitest'`, ...lines])]
    const module: Module = {
      name: `control-${name}`,
      engine: 'pglite',
      sources: [source],
      tests,
    }
    return tryModule(module, { mayGoOn: false, sampled: 0 })
  }
  const imports = `import { atLeast } from './at-least.ts'`
  const calls = '[atLeast(1, 2), atLeast(2, 2), atLeast(3, 2)]'
  const sees = `expect(${calls}).toEqual([false, true, true])`
  const seen = await tryControl('seeing', compare, [imports, `it('looks', () => ${sees})`])
  const missed = await tryControl('blind', compare, [
    imports,
    `it('looks away', () => expect(${calls}))`,
  ])
  const early = await tryControl('seeing-alone', whileLoading, [
    `import { EVEN } from './even.ts'`,
    `it('looks', () => expect(EVEN).toEqual([2]))`,
  ])
  const stumbling = await tryControl('stumbling', whileLoading, [
    `import './even.ts'`,
    `import { mkdirSync } from 'node:fs'`,
    // The folder can be created only once.
    `it('passes once', () => mkdirSync(import.meta.dirname + '/once'))`,
    `it('looks away', () => expect(1).toBe(1))`,
  ])
  const isTold = seen.survivors.length === 0 && early.killed > 0
  if (!isTold || missed.killed + stumbling.killed > 0) throw new Error('the control was not caught')
  return `of ${seen.mutants} mutants, a test that asserts kills ${seen.killed}, one that asserts nothing ${missed.killed}; of ${early.mutants} tried alone, a test that asserts kills ${early.killed}, one that always fails ${stumbling.killed}`
}

interface Way {
  /** Whether to reuse the results of an earlier run if nothing has changed. */
  mayGoOn: boolean
  /** How many mutants are drawn; 0 for all. */
  sampled: number
}

async function tryModule(module: Module, { mayGoOn, sampled: count }: Way): Promise<Result> {
  // Keep the stored results of the full run.
  const folder = join(FOLDER, count > 0 ? 'sample' : module.name)
  const before = mayGoOn && count === 0 ? readText(join(folder, 'fingerprint')) : null
  const fingerprint = fingerprintOf(module)
  const through = readText(join(folder, 'result.json'))
  if (before === fingerprint && through) return JSON.parse(through)
  if (before !== fingerprint) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'fingerprint'), fingerprint)
  const whole = instrumented(module)
  const ids = [...whole.values()].flatMap((file) => file.mutants.map(({ id }) => id))
  const files = count > 0 ? instrumented(module, draw(commit(), ids, count)) : whole
  const mutants = [...files.values()].flatMap((file) => file.mutants)
  console.log(`\n${module.name}: ${mutants.length} mutants of ${files.size} files`)
  const codes = new Map([...files].map(([path, { code }]) => [path, code]))
  const { engine, tests: testFiles } = module
  const tests = await openTests({ root: ROOT, folder, codes, engine, files: testFiles })
  try {
    const result = await killed(module.name, mutants, tests, count === 0)
    writeFileSync(join(folder, 'result.json'), `${JSON.stringify(result, null, 2)}\n`)
    return result
  } finally {
    await tests.close()
  }
}

/** The instrumented files, by path. */
function instrumented({ sources }: Module, ids?: ReadonlySet<string>): Map<string, Instrumented> {
  return new Map(
    sources.map((file) => {
      const path = join(ROOT, file)
      return [path, instrument(file, readFileSync(path, 'utf8'), ids)]
    }),
  )
}

/** A hash of the mutated code, of its tests and of the mutation tool. */
function fingerprintOf({ engine, sources, tests }: Module): string {
  const hash = createHash('sha256').update(engine)
  const inFolder = (folder: string) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)
  const harness = ['tools/mutation', 'tests/kit']
    .flatMap(inFolder)
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
  for (const file of ['package-lock.json', ...harness, ...sources, ...tests]) {
    if (statSync(join(ROOT, file)).isFile())
      hash.update(`\n${file}\n`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

/** Removes the evidence of an earlier run. */
function forgetProof(): void {
  const lines = readText(PROOFS)?.split('\n') ?? []
  if (lines.length > 0) {
    writeFileSync(PROOFS, lines.filter((line) => !line.startsWith('{"goal":"S5"')).join('\n'))
  }
}

function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/**
 * Tries all mutants that tests reach, on shared shops; then, one by one, those that act while a
 * file loads. @param isWhole false for a sample, which skips the latter: each takes as long as all
 * others.
 */
async function killed(
  name: string,
  all: Mutant[],
  tests: Tests,
  isWhole: boolean,
): Promise<Result> {
  const { dead, reached, loaded, unsure, skipped } = await tests.tryAll()
  const together = dead.size
  console.log(`${name}: ${together} killed on shared shops`)
  for (const test of skipped) console.log(`${name}: nothing was tried with ${test}`)
  const isLeft = ({ id }: Mutant) => unsure.has(id) || (loaded.has(id) && !reached.has(id))
  const later = all.filter((mutant) => !dead.has(mutant.id) && isLeft(mutant))
  const [mutants, alone] = isWhole ? [all, later] : [all.filter((one) => !later.includes(one)), []]
  if (!isWhole) console.log(`${name}: ${later.length} left to \`npm run mutation\``)
  for (const [index, { id }] of alone.entries()) {
    if (await tests.tryAlone(id)) dead.add(id)
    if (index % 10 === 9) console.log(`${name}: ${index + 1} of ${alone.length} tried alone`)
  }
  const survivors = mutants.filter(({ id }) => !dead.has(id))
  return {
    name,
    mutants: mutants.length,
    killed: dead.size,
    killedAlone: dead.size - together,
    skipped,
    survivors: survivors.map((mutant) => {
      const { id, file, line, operator, original, text } = mutant
      const how = reached.has(id) || loaded.has(id) ? 'reached' : 'never reached'
      return `${file}:${line} ${operator}: ${short(original)} -> ${operator.startsWith('Sql') ? '' : short(text)} (${how})`
    }),
  }
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 87)}...` : line
}

function total(results: readonly Result[]): Result {
  const sum = (of: (result: Result) => number) => results.reduce((so, one) => so + of(one), 0)
  return {
    name: 'all',
    mutants: sum(({ mutants }) => mutants),
    killed: sum(({ killed }) => killed),
    killedAlone: sum(({ killedAlone }) => killedAlone),
    skipped: results.flatMap(({ skipped }) => skipped),
    survivors: [],
  }
}

function percent({ mutants, killed }: Result): number {
  return Math.floor((1000 * killed) / mutants) / 10
}

/** `orders 91.2 %, payments 88 %` */
function shares(results: readonly Result[]): string {
  return results.map((result) => `${result.name} ${percent(result)} %`).join(', ')
}

function sentence(result: Result): string {
  const { name, mutants, killed, killedAlone } = result
  return `${name}: ${killed} of ${mutants} killed (${percent(result)} %), ${killedAlone} of them alone; ${mutants - killed} survived`
}
