/**
 * Runs each test once unchanged, and then once for each mutant that it reached and that is not
 * killed yet, on the same shop. A mutant counts as killed when the test fails with it and passes
 * again without it: then the mutant was the only cause.
 */
import { inject, type RunnerTestCase, TestRunner } from 'vitest'
import { record, recorded, type Seen } from './protocol.ts'

type Suite = NonNullable<RunnerTestCase['suite']> | RunnerTestCase['file']

interface Switch {
  active: string | null
  /** Collects the ids of reached mutants; null while that is off. */
  reached: Set<string> | null
  hits: number
}

/** The limit of switch checks: a mutant can cause an endless loop. */
const HITS_MAX = 1_000_000
/** How long to wait for a shop to close; after that it is abandoned. */
const CLOSE_MS = 5_000
/**
 * The limit of an unchanged test, or of opening a shop: longer means a mutant blocked a resource.
 */
const TEST_LIMIT_MS = 60_000

const state: Switch = { active: null, reached: new Set(), hits: 0 }
const loaded = state.reached as Set<string>

Object.assign(globalThis, {
  $mutant(id: string): boolean {
    state.reached?.add(id)
    if (state.active !== id) return false
    if (++state.hits > HITS_MAX) throw new Error('a mutant loops endlessly')
    return true
  },
})

export default class MutationRunner extends TestRunner {
  readonly #orders = inject('mutation')
  #began = false
  #hasTried = false
  /** Mutants tried since a shop was last opened. */
  #tried: string[] = []
  #isRuined = false

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config)
    state.active = this.#orders.active
    if (state.active !== null) state.reached = null
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (this.#orders.active !== null) return TestRunner.getTestFn(test)()
    const { folder } = this.#orders
    const left: Seen = { what: 'left', id: '', by: test.file.name }
    if (this.#isRuined) return record(folder, [left])
    try {
      await this.#runAndTry(test)
    } catch (error) {
      if (!(error instanceof Ruined) || this.#tried.length === 0) throw error
      this.#isRuined = true
      const by = test.file.name
      record(folder, [left, ...this.#tried.map((id): Seen => ({ what: 'ruined', id, by }))])
    }
  }

  async #runAndTry(test: RunnerTestCase): Promise<void> {
    const asIs = async () => void (await TestRunner.getTestFn(test)())
    this.#begin(test)
    const began = performance.now()
    const reached = new Set<string>()
    state.reached = reached
    const isWhole = await this.#runs(test, asIs)
    state.reached = null
    if (!isWhole) {
      const by = `${test.file.name} > ${test.name}`
      const unsure = [...reached].map((id): Seen => ({ what: 'unsure', id, by }))
      return record(this.#orders.folder, unsure)
    }
    // Long enough that a short pause of the machine kills nothing.
    await this.#tryAll(test, reached, 8_000 + 10 * (performance.now() - began))
  }

  /**
   * Runs the test unchanged. A mutant in an earlier test may have corrupted state that only this
   * test sees, and on a new shop it may lack data from an earlier test: then no mutant is tried
   * with it, and the run records that. @throws the failure, if no mutant was tried before.
   */
  async #runs(test: RunnerTestCase, asIs: () => Promise<void>): Promise<boolean> {
    try {
      await (this.#hasTried ? within(TEST_LIMIT_MS, asIs()) : asIs())
      return true
    } catch (error) {
      if (!this.#hasTried) throw error
    }
    await this.#reopen(test)
    try {
      await within(TEST_LIMIT_MS, asIs())
      return true
    } catch (error) {
      const by = `${test.file.name} > ${test.name}`
      record(this.#orders.folder, [{ what: 'skipped', id: '', by, why: String(error) }])
      return false
    }
  }

  async #reopen(test: RunnerTestCase): Promise<void> {
    await reopen(test)
    this.#tried = []
  }

  #begin(test: RunnerTestCase): void {
    if (this.#began) return
    this.#began = true
    const by = test.file.name
    record(
      this.#orders.folder,
      [...loaded].map((id) => ({ what: 'loaded', id, by })),
    )
  }

  async #tryAll(test: RunnerTestCase, reached: Set<string>, limitMs: number): Promise<void> {
    const { folder } = this.#orders
    const by = `${test.file.name} > ${test.name}`
    record(
      folder,
      [...reached].map((id) => ({ what: 'reached', id, by })),
    )
    const isOver = ({ what }: Seen) => what === 'killed' || what === 'ruined'
    const dead = new Set(
      recorded(folder)
        .filter(isOver)
        .map(({ id }) => id),
    )
    const alive = [...reached].filter((id) => !dead.has(id))
    if (alive.length === 0) return
    this.#hasTried = true
    const run = (mutant: string | null) => this.#failure(test, mutant, limitMs)
    const shop = new Ground(
      () => this.#reopen(test),
      () => run(null),
    )
    for (const [index, id] of alive.entries()) {
      const outcome = await shop.attempt(() => run(id))
      if (outcome === 'killed') record(folder, [{ what: 'killed', id, by }])
      if (outcome !== 'lost') continue
      record(
        folder,
        alive.slice(index).map((left) => ({ what: 'unsure', id: left, by, why: shop.mess })),
      )
      break
    }
    await shop.leave()
  }

  /** Runs the test with its hooks, as if for the first time. @returns its failure, or null. */
  async #failure(
    test: RunnerTestCase,
    mutant: string | null,
    limitMs: number,
  ): Promise<string | null> {
    state.hits = 0
    state.active = mutant
    if (mutant) this.#tried.push(mutant)
    try {
      await within(limitMs, this.#whole(test))
      return null
    } catch (error) {
      return String(error)
    } finally {
      state.active = null
    }
  }

  async #whole(test: RunnerTestCase): Promise<void> {
    const suites = suitesOf(test)
    const { context } = test
    for (const suite of suites) {
      for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) await hook(context, suite)
    }
    super.onBeforeTryTask(test, { retry: 0, repeats: 0 })
    await TestRunner.getTestFn(test)()
    super.onAfterTryTask(test)
    for (const suite of suites.toReversed()) {
      for (const hook of TestRunner.getSuiteHooks(suite).afterEach) await hook(context, suite)
    }
  }
}

/** The shop on which mutants are tried, and whether the test still passes on it without one. */
class Ground {
  readonly #reopen: () => Promise<void>
  readonly #failsClean: () => Promise<string | null>
  /** Whether no mutant has run since the test last passed. */
  #isGood = false
  /** The test's failure on a new shop without a mutant. */
  mess: string | null = null

  constructor(reopen: () => Promise<void>, failsClean: () => Promise<string | null>) {
    this.#reopen = reopen
    this.#failsClean = failsClean
  }

  /** @returns `lost` when the test cannot be repeated here. */
  async attempt(run: () => Promise<string | null>): Promise<'killed' | 'survived' | 'lost'> {
    const wasGood = this.#isGood
    this.#isGood = false
    if (!(await run())) return 'survived'
    if (!(await this.#failsClean())) {
      this.#isGood = true
      return 'killed'
    }
    if (!(await this.#renew())) return 'lost'
    // An earlier survivor may have corrupted the state: only on a good shop is this mutant the
    // cause.
    return wasGood ? 'killed' : this.attempt(run)
  }

  /** Prepares the shop for the next test of the file. */
  async leave(): Promise<void> {
    if (!this.#isGood && (await this.#failsClean())) await this.#reopen()
  }

  async #renew(): Promise<boolean> {
    await this.#reopen()
    this.mess = await this.#failsClean()
    this.#isGood = this.mess === null
    return this.#isGood
  }
}

/** A mutant blocked a resource of this process (a slot, a lock) that every shop needs. */
class Ruined extends Error {}

/** Closes and reopens what the file's hooks opened before its tests. @throws Ruined */
async function reopen(test: RunnerTestCase): Promise<void> {
  const suites = suitesOf(test)
  for (const suite of suites.toReversed()) {
    for (const hook of TestRunner.getSuiteHooks(suite).afterAll) {
      await within(CLOSE_MS, Promise.resolve(hook(suite))).catch(() => {})
    }
  }
  for (const suite of suites) {
    for (const hook of TestRunner.getSuiteHooks(suite).beforeAll) {
      await within(TEST_LIMIT_MS, Promise.resolve(hook(suite))).catch((error: Error) => {
        throw new Ruined(`no shop can be opened: ${error.message}`)
      })
    }
  }
}

/** The suites of a test, outermost first. */
function suitesOf(test: RunnerTestCase): Suite[] {
  const suites: Suite[] = [test.file]
  for (let { suite } = test; suite; { suite } = suite) suites.splice(1, 0, suite)
  return suites
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it does not end')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
