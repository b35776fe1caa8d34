/**
 * The mutations of one TypeScript node, by Stryker's operator names, plus the removal of a
 * standalone call or throw.
 */
import type { Change } from './mutant.ts'

/** A node of the syntax tree, as oxc returns it. */
export interface Node {
  type: string
  start: number
  end: number
  // biome-ignore lint/suspicious/noExplicitAny: each node type has its own fields
  [field: string]: any
}

/**
 * How a switch is inserted: around an expression, at the start of a block, or before a statement.
 */
export type Place = 'expression' | 'block' | 'statement'

export interface NodeChanges {
  node: Node
  place: Place
  changes: Change[]
}

const COMPARISONS: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}

const LOGIC: Record<string, string> = { '&&': '||', '||': '&&', '??': '&&' }

const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }

/** A method and its replacement; null when the call is removed. */
const METHODS: ReadonlyMap<string, string | null> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['toLowerCase', 'toUpperCase'],
  ['toUpperCase', 'toLowerCase'],
  ['min', 'max'],
  ['max', 'min'],
  ['filter', null],
  ['sort', null],
  ['slice', null],
  ['trim', null],
  ['reverse', null],
])

/**
 * The mutations of this node itself, not of its children; null for most nodes. @param parent the
 * parent node.
 */
export function changesOf(node: Node, parent: Node | null, source: string): NodeChanges | null {
  const place = placeOf(node)
  if (!place) return null
  const changes = texts(node, parent, (part) => source.slice(part.start, part.end))
    .filter(([, text]) => text !== source.slice(node.start, node.end))
    .map(([operator, text]) => ({ start: node.start, end: node.end, operator, text }))
  // Treat it as a statement: a line that begins with a parenthesis would continue the previous one.
  return changes.length === 0 && place !== 'statement' ? null : { node, place, changes }
}

function placeOf({ type }: Node): Place | null {
  if (type === 'BlockStatement' || type === 'FunctionBody') return 'block'
  if (type === 'ExpressionStatement' || type === 'ThrowStatement') return 'statement'
  return 'expression'
}

type Text = [operator: string, text: string]

function texts(node: Node, parent: Node | null, of: (part: Node) => string): Text[] {
  switch (node.type) {
    case 'BlockStatement':
    case 'FunctionBody':
      return node.body.length > 0 ? [['BlockStatement', '{}']] : []
    case 'ExpressionStatement':
      return isCall(node.expression) ? [['CallStatement', ';']] : []
    case 'ThrowStatement':
      return [['ThrowStatement', ';']]
    case 'BinaryExpression':
      return binary(node, of)
    case 'LogicalExpression':
      return logical(node, of)
    case 'UnaryExpression':
      return unary(node, of)
    case 'UpdateExpression':
      return [
        ['UpdateOperator', of(node).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++'))],
      ]
    case 'AssignmentExpression':
      return assignment(node, of)
    case 'ConditionalExpression':
      return alternatives(node, of)
    case 'Literal':
      return literal(node, parent)
    case 'TemplateLiteral':
      return parent?.type === 'TaggedTemplateExpression' ? [] : [['StringLiteral', "''"]]
    case 'ObjectExpression':
      return node.properties.length > 0 ? [['ObjectLiteral', '{}']] : []
    case 'ArrayExpression':
      return node.elements.length > 0 ? [['ArrayDeclaration', '[]']] : []
    case 'CallExpression':
      return method(node, of)
    default:
      return condition(node, parent) ?? chain(node, of) ?? arrow(parent, node)
  }
}

/** The condition of an `if` or a loop, unless it is a comparison, which is mutated by itself. */
function condition(node: Node, parent: Node | null): Text[] | null {
  if (!parent || parent.test !== node) return null
  const isLoop = /^(For|While|DoWhile)/.test(parent.type)
  const never: Text = ['ConditionalExpression', 'false']
  return isLoop ? [never] : [['ConditionalExpression', 'true'], never]
}

function chain(node: Node, of: (part: Node) => string): Text[] | null {
  if (node.type !== 'ChainExpression') return null
  const at = of(node).indexOf('?.')
  const rest = of(node).slice(at + 2)
  return [['OptionalChaining', of(node).slice(0, at) + (/^[([]/.test(rest) ? rest : `.${rest}`)]]
}

/** The value of `() => value`. */
function arrow(parent: Node | null, node: Node): Text[] {
  return parent?.type === 'ArrowFunctionExpression' && parent.body === node
    ? [['ArrowFunction', 'undefined']]
    : []
}

function binary(node: Node, of: (part: Node) => string): Text[] {
  const [left, right] = [of(node.left), of(node.right)]
  const others = COMPARISONS[node.operator]
  if (others) {
    return [
      ['ConditionalExpression', 'true'],
      ['ConditionalExpression', 'false'],
      ...others.map((other): Text => ['EqualityOperator', `${left} ${other} ${right}`]),
    ]
  }
  const other = ARITHMETIC[node.operator]
  return other ? [['ArithmeticOperator', `${left} ${other} ${right}`]] : []
}

function logical(node: Node, of: (part: Node) => string): Text[] {
  const swapped = `(${of(node.left)}) ${LOGIC[node.operator]} (${of(node.right)})`
  if (node.operator === '??') return [['LogicalOperator', swapped]]
  return [
    ['ConditionalExpression', 'true'],
    ['ConditionalExpression', 'false'],
    ['LogicalOperator', swapped],
  ]
}

function unary(node: Node, of: (part: Node) => string): Text[] {
  if (node.operator === '!') return [['BooleanLiteral', of(node.argument)]]
  if (node.operator === '-') return [['UnaryOperator', `+${of(node.argument)}`]]
  return []
}

function assignment(node: Node, of: (part: Node) => string): Text[] {
  const swap: Record<string, string> = { '+=': '-=', '-=': '+=', '??=': '&&=' }
  const other = swap[node.operator]
  return other ? [['AssignmentOperator', `${of(node.left)} ${other} ${of(node.right)}`]] : []
}

function alternatives(node: Node, of: (part: Node) => string): Text[] {
  return [
    ['ConditionalExpression', `(${of(node.consequent)})`],
    ['ConditionalExpression', `(${of(node.alternate)})`],
  ]
}

function literal(node: Node, parent: Node | null): Text[] {
  if (typeof node.value === 'boolean') return [['BooleanLiteral', String(!node.value)]]
  if (node.regex) return regex(node.regex)
  if (typeof node.value !== 'string' || isName(node, parent) || isSentence(node.value)) return []
  return [['StringLiteral', node.value === '' ? "'something'" : "''"]]
}

/** Whether it is a sentence for people: a test that repeats it verbatim would prove nothing. */
function isSentence(text: string): boolean {
  return / /.test(text.trim())
}

/** Whether it is the name of a field or module: no program survives a change of it. */
function isName(node: Node, parent: Node | null): boolean {
  return (
    parent === null ||
    (parent.type === 'Property' && parent.key === node) ||
    /^(Import|Export)/.test(parent.type)
  )
}

function regex({ pattern, flags }: { pattern: string; flags: string }): Text[] {
  const swap: Record<string, string> = { d: 'D', w: 'W', s: 'S' }
  const patterns = [
    pattern.replace(/^\^/, ''),
    pattern.replace(/\$$/, ''),
    pattern.replace(/\\([dws])/, (_, letter) => `\\${swap[letter]}`),
    pattern.replace(/\[(?!\^)/, '[^'),
  ].filter((other) => other !== pattern)
  return [...new Set(patterns)].map((other): Text => ['Regex', `/${other}/${flags}`])
}

function method(node: Node, of: (part: Node) => string): Text[] {
  const { callee } = node
  if (callee.type !== 'MemberExpression' || callee.optional || callee.computed) return []
  const other = METHODS.get(callee.property.name)
  if (other === undefined) return []
  const rest = of(node).slice(callee.property.end - node.start)
  const changed = other === null ? of(callee.object) : `${of(callee.object)}.${other}${rest}`
  return [['MethodExpression', changed]]
}

function isCall(expression: Node): boolean {
  const inner = expression.type === 'AwaitExpression' ? expression.argument : expression
  return inner.type === 'CallExpression' && inner.callee.type !== 'Super'
}
