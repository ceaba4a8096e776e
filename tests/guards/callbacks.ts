import type { RepositoryFile } from './repository.ts'
import { isNode, nodesOf, readSyntax, type Node } from './syntax.ts'

const iterators = new Set(['map', 'flatMap', 'filter', 'find', 'findIndex', 'some', 'every', 'forEach'])

/**
 * Finds functions passed by name to `map` and similar methods, if a function of that name has an optional parameter
 * after the first, because it would receive the index. Compares names, not types: an interface may declare fewer
 * parameters than its implementation.
 */
export function riskyCallbacks(files: readonly RepositoryFile[]): string[] {
  const read = files.map((file) => ({ path: file.path, ...readSyntax(file) }))
  const nodes = read.map(({ program, ...file }) => ({ ...file, nodes: nodesOf(program) }))
  const risky = new Set(nodes.flatMap((file) => file.nodes.flatMap(nameWithOptions)))
  return nodes.flatMap(({ path, lineAt, nodes: all }) =>
    all.flatMap((node) => {
      const name = passedTo(node)
      return name !== undefined && risky.has(name) ? [`${path}:${lineAt(node.start)} passes ${name}`] : []
    }),
  )
}

/** The name of the function that a node declares, if a parameter after the first is optional. */
function nameWithOptions(node: Node): string[] {
  const named = nameOf(node.id) ?? nameOf(node.key)
  const typed = isNode(node.typeAnnotation) ? node.typeAnnotation.typeAnnotation : undefined
  const candidates = [node, node.init, node.value, typed].filter(isNode)
  return named !== undefined && candidates.some(({ params }) => hasOptions(params)) ? [named] : []
}

function hasOptions(params: unknown): boolean {
  if (!Array.isArray(params)) return false
  return params
    .slice(1)
    .filter(isNode)
    .some(({ type, optional }) => type === 'AssignmentPattern' || optional === true)
}

/** The name of the function passed to an array method, if it is passed by name. */
function passedTo({ type, callee, arguments: given }: Node): string | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return undefined
  if (!iterators.has(nameOf(callee.property) ?? '')) return undefined
  const [first] = given as unknown[]
  if (!isNode(first)) return undefined
  return nameOf(first) ?? nameOf(first.property)
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined
}
