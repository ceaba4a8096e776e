import type { RepositoryFile } from './repository.ts'
import { childrenOf, isNode, nodesOf, readSyntax, type Node } from './syntax.ts'

export interface UsedCode {
  code: string
  place: string
}

/** Returns the error codes that a file uses: in failures, in `code:` and in tables called `codes`. */
export function codesIn(file: RepositoryFile): UsedCode[] {
  const { program, lineAt } = readSyntax(file)
  const literals = nodesOf(program).flatMap((node) => [...failureCode(node), ...memberCode(node), ...tableCodes(node)])
  return literals.map(({ value, start }) => ({ code: value, place: `${file.path}:${lineAt(start)}` }))
}

/**
 * Failures whose code is a variable, in a file that lists no codes: it is unknown whether such a code has a message.
 */
export function hiddenCodes(file: RepositoryFile): string[] {
  const { program, lineAt } = readSyntax(file)
  const nodes = nodesOf(program)
  if (nodes.some((node) => memberCode(node).length > 0)) return []
  return nodes
    .filter((node) => isFailure(node) && failureCode(node).length === 0)
    .map(({ start }) => `${file.path}:${lineAt(start)}`)
}

/** Every string of a file that looks like a code, to find messages that are never used. */
export function wordsIn(file: RepositoryFile): string[] {
  return nodesOf(readSyntax(file).program)
    .flatMap(textsOf)
    .map(({ value }) => value)
}

interface Text {
  value: string
  start: number
}

function textsOf(node: Node): Text[] {
  return node.type === 'Literal' && typeof node.value === 'string' ? [{ value: node.value, start: node.start }] : []
}

/** `new Failure('code')`, `new Failure(late ? 'one' : 'other')`. */
function failureCode(node: Node): Text[] {
  if (!isFailure(node)) return []
  const [first] = Array.isArray(node.arguments) ? (node.arguments as unknown[]) : []
  return isNode(first) ? outcomesOf(first) : []
}

function isFailure({ type, callee }: Node): boolean {
  return type === 'NewExpression' && isNode(callee) && callee.name === 'Failure'
}

function outcomesOf(node: Node): Text[] {
  const outcomes = [node.consequent, node.alternate].filter(isNode)
  return node.type === 'ConditionalExpression' ? outcomes.flatMap(outcomesOf) : textsOf(node)
}

/** `{ pointer, code: 'code' }` */
function memberCode(node: Node): Text[] {
  const { type, key, value } = node
  const isCode = type === 'Property' && isNode(key) && key.name === 'code' && isNode(value)
  return isCode ? outcomesOf(value).filter((text) => looksLikeCode(text.value)) : []
}

/** `codes: { '/Name': { required: 'code' } }` and constants of that name. */
function tableCodes(node: Node): Text[] {
  const named = [node.key, node.id].some(
    (name) => isNode(name) && typeof name.name === 'string' && /codes$/i.test(name.name),
  )
  const table = [node.value, node.init].find((value) => isNode(value) && value.type === 'ObjectExpression')
  return named && isNode(table) ? valuesOf(table).filter((text) => looksLikeCode(text.value)) : []
}

function valuesOf(table: Node): Text[] {
  return childrenOf(table).flatMap(({ value }) => {
    if (!isNode(value)) return []
    return value.type === 'ObjectExpression' ? valuesOf(value) : outcomesOf(value)
  })
}

function looksLikeCode(text: string): boolean {
  return /^[a-z][a-zA-Z]*(\.[a-zA-Z]+)+$/.test(text)
}
