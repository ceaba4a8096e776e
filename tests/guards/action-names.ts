import type { RepositoryFile } from './repository.ts'
import { isNode, nodesOf, readSyntax, type Node } from './syntax.ts'

interface Text {
  at: string
  value: string
  /** Whether it names what an action, an upload or a reference to one is called. */
  defines: boolean
}

/**
 * Finds actions and uploads that are named by a text outside their definition: `call(definition)` and `definition.name`
 * refer to them, so that no name is written twice. Also finds calls that are written without `call`.
 */
export function actionsByText(files: readonly RepositoryFile[], builders: string): string[] {
  const read = files.map((file) => ({ path: file.path, ...readSyntax(file) }))
  const all = read.map(({ path, program, lineAt }) => ({ path, lineAt, nodes: nodesOf(program) }))
  const texts = all.flatMap(({ path, lineAt, nodes }) => textsIn(nodes, (node) => `${path}:${lineAt(node.start)}`))
  const defined = new Map(texts.filter(({ defines }) => defines).map((each) => [each.value, each]))
  const byText = texts.filter((each) => {
    const definition = defined.get(each.value.replace(/^(action|upload):/, ''))
    return definition !== undefined && definition !== each
  })
  const written = all
    .filter(({ path }) => path !== builders)
    .flatMap(({ path, lineAt, nodes }) =>
      nodes.filter(isWrittenCall).map(({ start }) => `${path}:${lineAt(start)} writes a call without its builder`),
    )
  return [...byText.map(({ at, value }) => `${at} names ${value} by a text`), ...written]
}

function textsIn(nodes: readonly Node[], place: (node: Node) => string): Text[] {
  const defining = new Set(nodes.flatMap(nameIn))
  return nodes.flatMap((node) => {
    const value = textOf(node)
    return value === undefined ? [] : [{ at: place(node), value, defines: defining.has(node) }]
  })
}

/** The text of the name in `action({ name })`, `upload({ name })`, and an object that has a name and nothing else. */
function nameIn({ type, callee, arguments: given, properties }: Node): unknown[] {
  if (type === 'ObjectExpression' && Array.isArray(properties) && properties.length === 1)
    return valuesNamed('name', properties).filter((value) => isNode(value) && isActionName(textOf(value)))
  if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return []
  if (callee.name !== 'action' && callee.name !== 'upload') return []
  const [definition] = given as unknown[]
  return isNode(definition) && Array.isArray(definition.properties) ? valuesNamed('name', definition.properties) : []
}

/** `{ type: 'call', action }`, also of a form's `submit`. */
function isWrittenCall({ type, properties }: Node): boolean {
  if (type !== 'ObjectExpression' || !Array.isArray(properties)) return false
  return valuesNamed('type', properties).some(
    (value) => isNode(value) && ['call', 'submit'].includes(textOf(asserted(value)) ?? ''),
  )
}

/** `'call' as const` is `'call'`. */
function asserted(node: Node): Node {
  return node.type === 'TSAsExpression' && isNode(node.expression) ? node.expression : node
}

function valuesNamed(name: string, properties: readonly unknown[]): unknown[] {
  return properties
    .filter(isNode)
    .filter(({ key }) => isNode(key) && key.name === name)
    .map(({ value }) => value)
}

function isActionName(text: string | undefined): boolean {
  return text !== undefined && /^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/.test(text)
}

function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length !== 1) return undefined
  return (quasis as { value: { cooked: string } }[])[0]?.value.cooked // the only part of a template without values
}
