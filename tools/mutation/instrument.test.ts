import { stripTypeScriptTypes } from 'node:module'
import { expect, it } from 'vitest'
import { instrument } from './instrument.ts'

/** The result of the function `f` in the source with one mutant on, or with none. */
function result(source: string, mutant: string | null, ...args: unknown[]): unknown {
  const { code } = instrument('f.ts', source)
  const run = new Function('$mutant', `${stripTypeScriptTypes(code)}\nreturn f`)
  return run((id: string) => id === mutant)(...args)
}

function texts(source: string, operator?: string): string[] {
  return instrument('f.ts', source)
    .mutants.filter((mutant) => !operator || mutant.operator === operator)
    .map(({ text }) => text)
}

const AT_LEAST = 'function f(a: number, b: number) {\n  return a >= b\n}'

it('changes nothing while no mutant is on', () => {
  expect(result(AT_LEAST, null, 1, 2)).toBe(false)
  expect(result(AT_LEAST, null, 2, 2)).toBe(true)
})

it('changes one thing while its mutant is on', () => {
  const { mutants } = instrument('f.ts', AT_LEAST)
  const results = mutants.map(({ id, operator, text }) => [
    `${operator}: ${text}`,
    result(AT_LEAST, id, 2, 2),
  ])

  expect(results).toEqual([
    ['BlockStatement: {}', undefined],
    ['ConditionalExpression: true', true],
    ['ConditionalExpression: false', false],
    ['EqualityOperator: a > b', false],
    ['EqualityOperator: a < b', false],
  ])
  expect(mutants.map(({ line }) => line)).toEqual([1, 2, 2, 2, 2])
})

it('keeps a chain intact, and separates statements on lines without semicolons', () => {
  const source = [
    'function f(a?: { b: string }) {',
    '  let n = 0',
    '  n++',
    '  if (a?.b.trim().length === 0) n++',
    '  else n--',
    '  return [n, a?.b.slice(1).trim()]',
    '}',
  ].join('\n')

  expect(result(source, null, undefined)).toEqual([0, undefined])
  expect(result(source, null, { b: ' ' })).toEqual([2, ''])
  expect(texts(source, 'OptionalChaining')).toEqual(['a.b.trim().length', 'a.b.slice(1).trim()'])
})

it('removes a call or a throw, and keeps the else of its if', () => {
  const source = [
    'function f(list: string[], isGood: boolean) {',
    "  if (isGood) list.push('good')",
    "  else throw new Error('not good')",
    '  return list.length',
    '}',
  ].join('\n')
  const { mutants } = instrument('f.ts', source)
  const of = (operator: string) => mutants.find((mutant) => mutant.operator === operator)?.id ?? ''

  expect(() => result(source, null, [], false)).toThrow('not good')
  expect(result(source, of('ThrowStatement'), [], false)).toBe(0)
  expect(result(source, null, [], true)).toBe(1)
  expect(result(source, of('CallStatement'), [], true)).toBe(0)
})

it('leaves names, types and sentences for people unchanged', () => {
  const source = [
    "import { x } from './x.ts'",
    "type Kind = 'a' | 'b'",
    "const words = { 'a-b': 'a sentence for people', kind: 'a' as Kind }",
  ].join('\n')

  expect(texts(source, 'StringLiteral')).toEqual(["''"])
})

it('drops each condition of SQL, moves its comparisons and removes its locks', () => {
  const source = `const f = sql\`
    select * from orders where id = \${id} and (paid_at is null or total >= \${least(1)})
      and state is distinct from 'canceled' order by id for no key update\``

  expect(texts(source).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/total > \S+least\(1\)\}\)/),
    expect.stringContaining('paid_at is not null or'),
    expect.stringMatching(/order by id ?`$/),
    expect.stringMatching(/where \(true or \(id = \S+\)\) and \(paid_at/),
    expect.stringMatching(/and \(true or \(\(paid_at is null or total >= \S+\)\)\) and state/),
    expect.stringContaining("and (true or (state is distinct from 'canceled')) order by id"),
  ])
})

it('does not drop a condition that names an index', () => {
  const source =
    "const f = sql`insert into t values (1) on conflict (id) where state in ('a') do nothing`"

  expect(texts(source)).toEqual([])
})
