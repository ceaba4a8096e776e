import { parseSync, type ESTree } from 'vite'
import type { RepositoryFile } from './repository.ts'

/** Any node of the tree; its members are read by name. */
export interface Node {
  type: string
  start: number
  end: number
  [member: string]: unknown
}

export interface Import {
  line: number
  /** In brackets if it is known only at run time. */
  specifier: string
  /** Removed when types are stripped. */
  typeOnly: boolean
}

export interface Syntax {
  program: Node
  imports: Import[]
  comments: { line: number; text: string }[]
  /** The line of the default export, if any. */
  defaultExport?: number
  lineAt: (offset: number) => number
}

/** Parses one file with the parser that also builds the client (Oxc, through Vite). Throws on a syntax error. */
export function readSyntax({ path, text }: RepositoryFile): Syntax {
  const { program, comments, errors, module } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path} does not parse: ${error.message}`)
  const lineAt = lineCounter(text)
  const exported = module.staticExports.flatMap(({ entries }) => entries)
  const standard = exported.find(({ exportName }) => exportName.kind === 'Default')
  return {
    program: program as ESTree.Node as unknown as Node, // the same objects, typed as generic nodes
    imports: importsOf(module, { text, lineAt }),
    comments: comments.map(({ value, start }) => ({ line: lineAt(start), text: value.trim() })),
    ...(standard ? { defaultExport: lineAt(standard.start) } : {}),
    lineAt,
  }
}

type Module = ReturnType<typeof parseSync>['module']

function importsOf(module: Module, { text, lineAt }: { text: string; lineAt: (offset: number) => number }): Import[] {
  const still = module.staticImports.map(({ start, moduleRequest, entries }) => ({
    line: lineAt(start),
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  const passedOn = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ start, moduleRequest, isType }) =>
      moduleRequest ? [{ line: lineAt(start), specifier: moduleRequest.value, typeOnly: isType }] : [],
    )
  const late = module.dynamicImports.map(({ start, moduleRequest }) => {
    const written = text.slice(moduleRequest.start, moduleRequest.end)
    return { line: lineAt(start), specifier: /^'([^']*)'$/.exec(written)?.[1] ?? `(${written})`, typeOnly: false }
  })
  return [...still, ...passedOn, ...late]
}

function lineCounter(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    const line = ends.findIndex((end) => end >= offset)
    return line === -1 ? ends.length + 1 : line + 1
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)
}

/** Returns every node of a tree. */
export function nodesOf(node: Node): Node[] {
  return [node, ...childrenOf(node).flatMap(nodesOf)]
}
