/**
 * Inserts every mutant of a file at once, each behind a switch: `$mutant("id")` is true while that
 * mutant is active. So the application is loaded only once for all of them.
 */
import { parseSync } from 'vite'
import { changesOf, type Node, type NodeChanges, type Place } from './change-code.ts'
import { sqlChanges } from './change-sql.ts'
import type { Mutant, Span } from './mutant.ts'

interface Site extends Span {
  place: Place
  mutants: Mutant[]
}

export interface Instrumented {
  code: string
  mutants: Mutant[]
}

/**
 * @param file the file name in the mutants' ids.
 * @param wanted ids of the mutants to insert; all by default.
 * @throws when the source cannot be parsed.
 */
export function instrument(
  file: string,
  source: string,
  wanted?: ReadonlySet<string>,
): Instrumented {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const sites: Site[] = []
  const links = new Set<Node>()
  visit(program as unknown as Node, null, (node, parent) => {
    if (/^(TS(?!As|NonNull|Satisfies)|ImportDeclaration)/.test(node.type)) return false
    if (node.type === 'ChainExpression') for (const link of linksOf(node)) links.add(link)
    const found = links.has(node) ? null : changesOf(node, parent, source)
    if (found) sites.push(siteOf(file, source, found))
    if (node.type === 'TaggedTemplateExpression') sites.push(sqlSite(file, source, node))
    return true
  })
  const kept = wanted ? sites.flatMap((site) => only(site, wanted)) : sites
  return { code: switched(source, kept), mutants: kept.flatMap(({ mutants }) => mutants) }
}

/** The site with only the wanted mutants; empty when there are none. */
function only(site: Site, wanted: ReadonlySet<string>): Site[] {
  const mutants = site.mutants.filter(({ id }) => wanted.has(id))
  return mutants.length > 0 ? [{ ...site, mutants }] : []
}

function visit(node: Node, parent: Node | null, see: (node: Node, parent: Node | null) => boolean) {
  if (!see(node, parent)) return
  for (const [field, value] of Object.entries(node)) {
    if (field === 'typeAnnotation' || field === 'typeArguments' || field === 'returnType') continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof child.type === 'string')
        visit(child, node, see)
    }
  }
}

/** The inner links of `a?.b.c()`: a condition around one of them would break the chain. */
function linksOf({ expression }: Node): Node[] {
  const links: Node[] = []
  for (let link: Node | undefined = expression; link; link = link.callee ?? link.object) {
    links.push(link)
  }
  return links
}

function siteOf(file: string, source: string, { node, place, changes }: NodeChanges): Site {
  const original = source.slice(node.start, node.end)
  const mutants = changes.map((change, index) => ({
    ...change,
    id: `${file}:${node.start}-${node.end}:${change.operator}:${index}`,
    file,
    line: lineOf(source, node.start),
    original,
  }))
  return { start: node.start, end: node.end, place, mutants }
}

function sqlSite(file: string, source: string, node: Node): Site {
  const { quasi } = node
  const span = { start: quasi.start + 1, end: quasi.end - 1 }
  const holes = quasi.expressions.map((expression: Node) => ({
    start: source.lastIndexOf('${', expression.start),
    end: source.indexOf('}', expression.end) + 1,
  }))
  const mutants = sqlChanges(source, span, holes).map(({ operator, original, edits }, index) => ({
    id: `${file}:${node.start}-${node.end}:${operator}:${index}`,
    file,
    line: lineOf(source, edits[0]?.start ?? node.start),
    original,
    operator,
    start: node.start,
    end: node.end,
    text: edited(source, node, edits),
  }))
  return { start: node.start, end: node.end, place: 'expression', mutants }
}

function edited(source: string, node: Span, edits: Array<Span & { text: string }>): string {
  let text = ''
  let at = node.start
  for (const edit of edits) {
    text += source.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + source.slice(at, node.end)
}

function lineOf(source: string, at: number): number {
  return source.slice(0, at).split('\n').length
}

/**
 * The source with switches at all sites; inner sites are inside the original branch of outer ones.
 */
function switched(source: string, sites: readonly Site[]): string {
  // Outer sites come before inner ones; at the same span, a block before an expression.
  const ordered = [...sites].sort((a, b) => a.start - b.start || b.end - a.end)
  let next = 0
  const write = (from: number, to: number): string => {
    let text = ''
    let at = from
    for (let site = ordered[next]; site && site.start < to; site = ordered[next]) {
      next++
      text += source.slice(at, site.start) + around(site, write(site.start, site.end))
      at = site.end
    }
    return text + source.slice(at, to)
  }
  return write(0, source.length)
}

function around({ place, mutants }: Site, inner: string): string {
  const switches = mutants.map(({ id }) => `$mutant(${JSON.stringify(id)})`)
  if (place === 'block') return `{ if (!${switches[0]}) ${inner} }`
  if (place === 'statement') return `{ if (!${switches[0] ?? 'false'}) { ${inner} } }`
  if (mutants.length === 0) return inner
  return mutants.reduceRight(
    (rest, { text }, index) => `(${switches[index]} ? (${text}) : ${rest})`,
    `(${inner})`,
  )
}
