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
  /** Where workers record what they saw. */
  folder: string
  /** By path, what stands in place of a file. */
  codes: ReadonlyMap<string, string>
  engine: Module['engine']
  /** The test files. */
  files: readonly string[]
}

export interface Verdict {
  dead: Set<string>
  reached: Set<string>
  /** Asked before the first test: while a file was loaded, or a shop opened. */
  loaded: Set<string>
  /** Killed by nothing so far, and where they were to be tried, another had left a mess. */
  unsure: Set<string>
  /** Tests with which nothing was tried, each with what it failed with. */
  skipped: string[]
}

const GIVEN_SERVER = process.env.TEST_DATABASE_URL ?? ''

/** In place of tests/kit/evidence.ts: what is tried with mutants proves nothing. */
const NO_PROOF = 'export function recordEvidence() {}\nexport function notTried() {}\n'

export type Tests = Awaited<ReturnType<typeof openTests>>

const WORKERS = 2
/** What a mutant that ruins its process has left runs in another, without that mutant. */
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
        // Kept by what a file says, it would hand out the file as it is, or the mutants to other runs.
        fsModuleCache: false,
        reporters: [limits.bail ? {} : progress],
        runner: join(import.meta.dirname, 'runner.ts'),
        maxWorkers: WORKERS,
        sequence: { sequencer: inOrderOf(files) },
        // A mutant may leave a promise behind that nobody waits for.
        dangerouslyIgnoreUnhandledErrors: true,
        env: { SOAK: '' },
        ...limits,
      },
      { plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => replaced.get(id) }] },
    )
  const together = await open({ testTimeout: NO_LIMIT_MS })
  let alone: Vitest | null = null

  /** @returns the files of which something failed. */
  async function run(vitest: Vitest, active: string | null, of = files): Promise<string[]> {
    vitest.provide('mutation', { folder, active })
    const specs = await Promise.all(of.map((file) => vitest.globTestSpecifications([file])))
    const { testModules } = await vitest.runTestSpecifications(specs.flat())
    return testModules.filter((module) => !module.ok()).map((module) => module.moduleId)
  }

  return {
    /** @throws when a test fails as it is. */
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
     * @returns whether a file fails when the mutant is there from the first line on, and passes
     * without it.
     */
    async tryAlone(id: string): Promise<boolean> {
      alone ??= await open({ bail: 1, testTimeout: ALONE_LIMIT_MS })
      const failed = await run(alone, id)
      const isKilled = failed.length > 0 && (await run(alone, AS_IS, failed)).length === 0
      if (isKilled) record(folder, [{ what: 'killed', id, by: 'a run of its own' }])
      return isKilled
    },

    close: async (): Promise<void> => void (await alone?.close()),
  }
}

/** As they are listed: what needs no shop kills soonest. */
function inOrderOf(files: readonly string[]) {
  const place = ({ moduleId }: TestSpecification) =>
    files.findIndex((file) => moduleId.endsWith(`/${file}`))
  return class extends BaseSequencer {
    override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
      return specs.toSorted((a, b) => place(a) - place(b))
    }
  }
}

/** How far it is: each file takes a minute or more. */
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
