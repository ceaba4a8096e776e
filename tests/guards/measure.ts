import { childrenOf, isNode, nodesOf, type Node, type Syntax } from './syntax.ts'

export interface MeasuredFunction {
  name: string
  line: number
  lines: number
  params: number
  /** How deep its statements are nested; an `else if` stands on the level of its `if`. */
  depth: number
  /** False for `(x) => x + 1` on one line, which is an expression rather than a function to read. */
  counts: boolean
}

interface Above {
  depth: number
  open: readonly MeasuredFunction[]
  name: string
}

const opensBlock = new Set([
  'IfStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
  'TryStatement',
])
const isFunction = (type: string) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)

/** Every function of a file, also the nested ones; see `counts` for those that the budgets are about. */
export function measureFunctions({ program, lineAt }: Syntax): MeasuredFunction[] {
  const found: MeasuredFunction[] = []
  const visit = (node: Node, above: Above): void => {
    const below = { ...above, name: nameGivenBy(node) ?? above.name }
    if (isFunction(node.type)) {
      const measured = measure(node, { lineAt, name: below.name })
      found.push(measured)
      below.open = [...above.open, measured]
    }
    if (opensBlock.has(node.type)) {
      below.depth += 1
      for (const each of below.open) each.depth = Math.max(each.depth, below.depth)
    }
    for (const child of childrenOf(node)) {
      const isElseIf = child === node.alternate && child.type === 'IfStatement'
      visit(child, isElseIf ? { ...below, depth: below.depth - 1 } : below)
    }
  }
  visit(program, { depth: 0, open: [], name: '(nameless)' })
  return found
}

interface Place {
  lineAt: (offset: number) => number
  name: string
}

function measure(node: Node, { lineAt, name }: Place): MeasuredFunction {
  const line = lineAt(node.start)
  const params = Array.isArray(node.params) ? (node.params as unknown[]) : []
  const lines = lineAt(node.end) - line + 1
  const counts = lines > 1 || (isNode(node.body) && node.body.type === 'BlockStatement')
  return { name, line, lines, params: params.length, depth: 0, counts }
}

/** What a declaration, a member or a call gives as name to the function in it. */
function nameGivenBy(node: Node): string | undefined {
  for (const named of [node.id, node.key]) if (isNode(named) && typeof named.name === 'string') return named.name
  if (node.type === 'CallExpression' && isNode(node.callee)) return `(in ${calledName(node.callee)})`
  return undefined
}

/** `describe.each(rows)(…)` hands its function to `describe`, `list.map(…)` to `map`. */
function calledName(callee: Node): string {
  const nodes = nodesOf(callee).map(({ name }) => name)
  if (nodes.includes('describe')) return 'describe'
  if (typeof callee.name === 'string') return callee.name
  return isNode(callee.property) && typeof callee.property.name === 'string' ? callee.property.name : 'a call'
}
