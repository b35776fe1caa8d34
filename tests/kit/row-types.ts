/**
 * The row types in the source, as resolved by the compiler: the columns of each `sql<Row>` template and of each table.
 * checked-rows.ts compares them with the database's results.
 */
import { join, relative } from 'node:path'
import type { Node, TemplateLiteral } from 'typescript/unstable/ast'
import {
  isIdentifier,
  isInterfaceDeclaration,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is'
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import { ROOT } from '#server/platform/root.ts'

/** The kinds of values that a column allows, such as `number`, `string[]`, `json` or `null`, keyed by column. */
export type RowType = Record<string, string[]>

export interface Template {
  /** The template's file and line, such as `server/cart/cart.store.ts:39`. */
  at: string
  /** The template's `textOf`, used to find the template of an executed statement. */
  text: string
  row: RowType
}

export interface RowTypes {
  templates: Template[]
  /** The types returned when reading, keyed by the tables of the interface `Tables`. */
  tables: Record<string, RowType>
}

/** Joins a template's fragments; the separator stands for each placeholder. */
export function textOf(fragments: readonly string[]): string {
  return fragments.join('\0')
}

/** Runs the compiler, which takes about a second. */
export function readRowTypes(): RowTypes {
  const api = new API({ cwd: ROOT })
  try {
    const openProjects = [join(ROOT, 'tsconfig.server.json')]
    const [project] = api.updateSnapshot({ openProjects }).getProjects()
    if (!project) throw new Error('the compiler found no project')
    const { program, checker } = project
    const found: RowTypes = { templates: [], tables: {} }
    for (const path of program.getSourceFileNames()) {
      const file = relative(ROOT, path)
      const source = file.startsWith('server/') && program.getSourceFile(path)
      if (!source) continue
      source.forEachChild(function visit(node: Node): void {
        node.forEachChild(visit)
        if (isInterfaceDeclaration(node) && node.name.text === 'Tables') {
          found.tables = tablesOf(checker, node.name)
        }
        const template = templateAt(checker, node)
        if (!template) return
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
        found.templates.push({ at: `${file}:${line + 1}`, ...template })
      })
    }
    return found
  } finally {
    api.close()
  }
}

function tablesOf(checker: Checker, name: Node): RowTypes['tables'] {
  const type = checker.getTypeAtLocation(name)
  const tables = type ? checker.getPropertiesOfType(type) : []
  return Object.fromEntries(
    tables.map((table) => [table.name, rowOf(checker, checker.getTypeOfSymbol(table))]),
  )
}

/** Null unless the node is a template that returns rows: a condition, for example, returns none. */
function templateAt(checker: Checker, node: Node): Omit<Template, 'at'> | null {
  if (!isTaggedTemplateExpression(node)) return null
  const [argument] = node.typeArguments ?? []
  if (!argument || !isIdentifier(node.tag) || node.tag.text !== 'sql') return null
  const type = checker.getTypeFromTypeNode(argument)
  if (!type || !isRow(type)) return null
  return { text: textOf(fragmentsOf(node.template)), row: rowOf(checker, type) }
}

function isRow(type: Type): boolean {
  if (type.isUnionType()) return type.getTypes().every(isRow)
  return (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0
}

function fragmentsOf(template: TemplateLiteral): string[] {
  if (!isTemplateExpression(template)) return [template.text]
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
}

function rowOf(checker: Checker, row: Type | undefined): RowType {
  const columns = row ? checker.getPropertiesOfType(row) : []
  return Object.fromEntries(
    columns.map((column) => {
      const type = checker.getTypeOfSymbol(column)
      return [column.name, [...new Set(type ? kindsOf(checker, type) : [])].sort()]
    }),
  )
}

const KINDS: ReadonlyArray<[flags: number, kind: string]> = [
  [TypeFlags.Any | TypeFlags.Unknown, 'anything'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'nothing'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.BooleanLike, 'boolean'],
]

const CLASSES: Record<string, string> = { Date: 'Date', Uint8Array: 'bytes', Buffer: 'bytes' }

function kindsOf(checker: Checker, type: Type): string[] {
  if (type.isUnionType()) return type.getTypes().flatMap((one) => kindsOf(checker, one))
  const known = KINDS.find(([flags]) => type.flags & flags)
  if (known) return [known[1]]
  if (checker.isArrayType(type) && type.isTypeReference()) {
    const elements = checker.getTypeArguments(type).flatMap((one) => kindsOf(checker, one))
    return elements.map((kind) => `${kind}[]`)
  }
  // Kysely's ColumnType has different types for reading and writing.
  const read = checker.getPropertyOfType(type, '__select__')
  const readAs = read && checker.getTypeOfSymbol(read)
  if (readAs) return kindsOf(checker, readAs)
  return [CLASSES[type.getSymbol()?.name ?? ''] ?? 'json']
}
