import type { RepositoryFile } from './repository.ts'
import { isNode, nodesOf, readSyntax, type Node } from './syntax.ts'

const hosts = new Set(['host', 'hostname', 'port'])
const requests = new Set(['request', 'req', 'raw', 'headers', 'handshake'])
const requestTypes = /(Request|IncomingMessage|HttpHeaders)$/

/** Finds code that reads the host of a request by itself: by member, by destructuring, or by a header's name. */
export function hostReaders(files: readonly RepositoryFile[]): string[] {
  return files.flatMap((file) => {
    const { program, lineAt } = readSyntax(file)
    const readers = nodesOf(program).filter((node) => readsMember(node) || readsByPattern(node) || namesHeader(node))
    return [...new Set(readers.map(({ start }) => `${file.path}:${lineAt(start)} reads the host`))]
  })
}

/** `request.host`, `headers['host']`. */
function readsMember({ type, object, property }: Node): boolean {
  return type === 'MemberExpression' && requests.has(lastName(object) ?? '') && hosts.has(nameOf(property) ?? '')
}

/** `const { host } = request`, `({ host }: FastifyRequest)` and `({ headers: { host } })`. */
function readsByPattern(node: Node): boolean {
  const { type, id, init, key, value } = node
  if (type === 'VariableDeclarator') return picksHost(id) && requests.has(lastName(init) ?? '')
  if (type === 'Property') return requests.has(nameOf(key) ?? '') && picksHost(value)
  return picksHost(node) && namesRequestType(node.typeAnnotation)
}

function picksHost(pattern: unknown): boolean {
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern' || !Array.isArray(pattern.properties)) return false
  return pattern.properties.filter(isNode).some(({ key }) => hosts.has(nameOf(key) ?? ''))
}

function namesRequestType(annotation: unknown): boolean {
  return isNode(annotation) && nodesOf(annotation).some((node) => requestTypes.test(nameOf(node) ?? ''))
}

function namesHeader(node: Node): boolean {
  return /^(x-forwarded-(host|port)|forwarded|:authority)$/i.test(textOf(node) ?? '')
}

/** The last name of `socket.handshake.headers` or `this.request`. */
function lastName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  return nameOf(node) ?? lastName(node.property) ?? lastName(node.expression)
}

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  return node.type === 'Identifier' ? String(node.name) : textOf(node)
}

function textOf(node: Node): string | undefined {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}
