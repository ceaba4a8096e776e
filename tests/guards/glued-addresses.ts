import type { RepositoryFile } from './repository.ts'
import { isNode, nodesOf, readSyntax, type Node } from './syntax.ts'

/** The first segments of the addresses that a file of paths defines: `/user`, `/admin`. */
export function headsIn({ text }: RepositoryFile): string[] {
  return [...text.matchAll(/'(\/[A-Za-z]+)[^']*'/g)].map(([, head]) => head ?? '')
}

/**
 * Finds addresses of the portal that are written where they are used, or glued of texts. Those that a path makes are
 * encoded, and change in one place. Only other names of a screen, its `aliases`, are texts.
 */
export function gluedAddresses(files: readonly RepositoryFile[], heads: readonly string[]): string[] {
  const isAddress = (text: string) =>
    heads.some((head) => text.startsWith(head) && /^(?:[/?]|$)/.test(text.slice(head.length)))
  return files.flatMap((file) => {
    const { program, lineAt } = readSyntax(file)
    const nodes = nodesOf(program)
    const aliases = new Set(nodes.filter(isAliases).flatMap(({ value }) => (isNode(value) ? nodesOf(value) : [])))
    const glued = nodes.filter((node) => !aliases.has(node) && (makesQuery(node) || textsOf(node).some(isAddress)))
    return [...new Set(glued.map(({ start }) => `${file.path}:${lineAt(start)} glues an address`))]
  })
}

function isAliases({ type, key }: Node): boolean {
  return type === 'Property' && isNode(key) && key.name === 'aliases'
}

/** `new URLSearchParams({ page })`, and a text that ends where a value of a query begins. */
function makesQuery(node: Node): boolean {
  const { type, callee, arguments: given } = node
  if (type === 'NewExpression' && isNode(callee) && callee.name === 'URLSearchParams')
    return Array.isArray(given) && given.some((each) => isNode(each) && each.type === 'ObjectExpression')
  return textsOf(node).some((text) => /[?&][\w-]+=$/.test(text))
}

/** The texts of a literal or of a template, without the values between them. */
function textsOf({ type, value, quasis }: Node): string[] {
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return []
  return quasis.filter(isNode).map((quasi) => (isRaw(quasi.value) ? quasi.value.raw : ''))
}

function isRaw(value: unknown): value is { raw: string } {
  return typeof value === 'object' && value !== null && 'raw' in value
}
