import type { RepositoryFile } from './repository.ts'
import { isNode, nodesOf, readSyntax, type Node } from './syntax.ts'

const loops = new Set(['map', 'flatMap', 'forEach', 'filter', 'reduce'])

/**
 * Finds code that goes through all practices by itself: a slow practice would delay the others. A job that runs for each
 * of them is `recurring(name, { every, perPractice })`.
 */
export function practiceLoops(files: readonly RepositoryFile[]): string[] {
  return files.flatMap((file) => {
    const { program, lineAt } = readSyntax(file)
    return nodesOf(program)
      .filter(goesThroughPractices)
      .map(({ start }) => `${file.path}:${lineAt(start)} goes through all practices`)
  })
}

function goesThroughPractices({ type, right, callee }: Node): boolean {
  if (type === 'ForOfStatement') return isList(right)
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee.property)) return false
  return loops.has(String(callee.property.name)) && isList(callee.object)
}

/** `licensees`, or a list that is made of it: `services.licensees.filter(isOn)`, `licensees.entries()`. */
function isList(node: unknown): boolean {
  if (!isNode(node)) return false
  return node.name === 'licensees' || [node.property, node.object, node.callee].some(isList)
}
