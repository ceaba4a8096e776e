import { posix } from 'node:path'
import { childrenOf, readSyntax, type Node } from './syntax.ts'
import { isTest, type RepositoryFile } from './repository.ts'

const areaFile = /^server\/gateways\/emr\/(?!wire\/)[^/]+\/[^/]+$/

/** Calls in the code of areas of the record server that the README of their area does not name, each with its file. */
export function undocumentedCalls(files: readonly RepositoryFile[]): string[] {
  const inAreas = files.filter(({ path }) => areaFile.test(path))
  const readmes = new Map(
    inAreas.filter(({ path }) => path.endsWith('/README.md')).map(({ path, text }) => [posix.dirname(path), text]),
  )
  return inAreas
    .filter(({ path }) => path.endsWith('.ts') && !isTest(path))
    .flatMap((file) => {
      const readme = readmes.get(posix.dirname(file.path))
      if (readme === undefined) return [`${posix.dirname(file.path)} has no README.md`]
      const missing = callsIn(readSyntax(file).program).filter((call) => !namedIn(readme, call))
      return missing.map((call) => `${file.path} calls ${call}`)
    })
}

/** Rows of tables leave out what several calls begin with. */
const namedIn = (readme: string, call: string): boolean => new RegExp(`\\b${posix.basename(call)}\\b`).test(readme)

const pathOfCall = /^[A-Za-z]+(\/\w+)+$/
const nameOfCall = /^[A-Z][a-z0-9]+[A-Z]\w*$/

/** Texts that are a path, that are written like the name of a call, or that `call` and the like are set to. */
function callsIn(node: Node, { isCall = false } = {}): string[] {
  if (node.type === 'ImportDeclaration' || /^TS(?!\w*Expression$)/.test(node.type)) return []
  if (node.type === 'Literal') {
    const text = typeof node.value === 'string' ? node.value : ''
    return text !== '' && (isCall || (pathOfCall.test(text) && !isMediaType(text)) || nameOfCall.test(text))
      ? [text]
      : []
  }
  if (node.type === 'TemplateElement') {
    const path = /^\/api\/([A-Za-z/]+)/.exec((node.value as { raw: string }).raw)?.[1]
    return path ? [path] : []
  }
  const name = (node.key ?? node.id) as { name?: string } | undefined
  const isNamedCall = /^(call|calls|\w+Call)$/.test(name?.name ?? '')
  return childrenOf(node).flatMap((child) => callsIn(child, { isCall: child.type === 'Literal' && isNamedCall }))
}

const isMediaType = (text: string): boolean => /^(application|image|text)\//.test(text)
