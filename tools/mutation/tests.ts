/** Runs a module's tests over its instrumented files. */
import { join, relative } from 'node:path'
import {
  BaseSequencer,
  createVitest,
  type Reporter,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
import type { Module } from './modules.ts'
import { AS_IS, record, recorded, type Seen } from './protocol.ts'

interface TestsNeeds {
  root: string
  /** The folder in which workers record their results. */
  folder: string
  /** The replacement of each file, by path. */
  codes: ReadonlyMap<string, string>
  engine: Module['engine']
  /** The test files. */
  files: readonly string[]
}

export interface Verdict {
  dead: Set<string>
  reached: Set<string>
  /** Mutants reached before the first test: while a file loaded, or a shop opened. */
  loaded: Set<string>
  /** Mutants not killed so far whose tries were spoiled by the state another one left. */
  unsure: Set<string>
  /** Skipped tests, each with its failure. */
  skipped: string[]
}

const GIVEN_SERVER = process.env.TEST_DATABASE_URL ?? ''

/** Replaces tests/kit/evidence.ts: tests with mutants record no evidence. */
const NO_PROOF = 'export function recordEvidence() {}\nexport function notTried() {}\n'

export type Tests = Awaited<ReturnType<typeof openTests>>

const WORKERS = 2
/** The remaining tests of a ruined process run in another one, without that mutant. */
const PASSES_MAX = 10
/** A test runs again for each of its mutants. */
const NO_LIMIT_MS = 3_600_000
/** A test runs once; in a soak the limit of the configuration is twenty times as long. */
const ALONE_LIMIT_MS = 30_000

export async function openTests({ root, folder, codes, engine, files }: TestsNeeds) {
  // For tests/kit/global-setup.ts, which prepares the engines in this process.
  process.env.TEST_PGLITE = engine === 'postgres' ? 'off' : ''
  process.env.TEST_DATABASE_URL = engine === 'postgres' ? GIVEN_SERVER : 'off'

  const replaced = new Map([...codes, [join(root, 'tests/kit/evidence.ts'), NO_PROOF]])
  const open = (limits: { testTimeout?: number; bail?: number }): Promise<Vitest> =>
    createVitest(
      'test',
      {
        root,
        watch: false,
        include: [...files],
        // The cache is keyed by content: it would serve the original file, or mutants to other
        // runs.
        fsModuleCache: false,
        reporters: [limits.bail ? {} : progress],
        runner: join(import.meta.dirname, 'runner.ts'),
        maxWorkers: WORKERS,
        sequence: { sequencer: inOrderOf(files) },
        // A mutant may leave behind a promise that nothing awaits.
        dangerouslyIgnoreUnhandledErrors: true,
        env: { SOAK: '' },
        ...limits,
      },
      { plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => replaced.get(id) }] },
    )
  const together = await open({ testTimeout: NO_LIMIT_MS })
  let alone: Vitest | null = null

  /** @returns the files with a failure. */
  async function run(vitest: Vitest, active: string | null, of = files): Promise<string[]> {
    vitest.provide('mutation', { folder, active })
    const specs = await Promise.all(of.map((file) => vitest.globTestSpecifications([file])))
    const { testModules } = await vitest.runTestSpecifications(specs.flat())
    return testModules.filter((module) => !module.ok()).map((module) => module.moduleId)
  }

  return {
    /** @throws when a test fails without a mutant. */
    async tryAll(): Promise<Verdict> {
      let left = files
      for (let pass = 0; left.length > 0; pass++) {
        if (pass === PASSES_MAX) throw new Error(`mutants ruin each run of ${left.join(', ')}`)
        const seen = recorded(folder).length
        const failed = await run(together, null, left)
        if (failed.length > 0) {
          throw new Error(`these fail without any change: ${failed.join(', ')}`)
        }
        const lefts = recorded(folder).slice(seen)
        left = files.filter((file) => lefts.some(({ what, by }) => what === 'left' && by === file))
      }
      await together.close()
      return verdict(recorded(folder))
    },

    /**
     * @returns whether a file fails with the mutant active from the start, and passes without it.
     */
    async tryAlone(id: string): Promise<boolean> {
      alone ??= await open({ bail: 1, testTimeout: ALONE_LIMIT_MS })
      const failed = await run(alone, id)
      const isKilled = failed.length > 0 && (await run(alone, AS_IS, failed)).length === 0
      if (isKilled) record(folder, [{ what: 'killed', id, by: 'a separate run' }])
      return isKilled
    },

    close: async (): Promise<void> => void (await alone?.close()),
  }
}

/** Keeps the listed order: tests without a shop kill soonest. */
function inOrderOf(files: readonly string[]) {
  const place = ({ moduleId }: TestSpecification) =>
    files.findIndex((file) => moduleId.endsWith(`/${file}`))
  return class extends BaseSequencer {
    override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
      return specs.toSorted((a, b) => place(a) - place(b))
    }
  }
}

/** Prints progress: each file takes a minute or more. */
const progress: Reporter = {
  onTestModuleEnd: ({ moduleId }) =>
    console.log(`  ${relative(process.cwd(), moduleId)} is through`),
}

function verdict(seen: readonly Seen[]): Verdict {
  const of = (wanted: Seen['what']) =>
    new Set(seen.filter(({ what }) => what === wanted).map(({ id }) => id))
  return {
    dead: of('killed'),
    reached: of('reached'),
    loaded: of('loaded'),
    unsure: new Set([...of('unsure'), ...of('ruined')]),
    skipped: [
      ...new Set(seen.flatMap(({ what, by, why }) => (what === 'skipped' ? `${by}: ${why}` : []))),
    ],
  }
}
