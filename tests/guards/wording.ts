import { nodesOf, readSyntax, type Node, type Syntax } from './syntax.ts'
import { isTest, type RepositoryFile } from './repository.ts'

const domainWords = /appointment|billing|invoice|patient|physician|guardian|licensee|facility|pharmac|medicat/gi

/** Words of the practice where only the machine may be: in the text or the name of a file. */
export function domainWordsIn(files: readonly RepositoryFile[]): string[] {
  return files
    .filter(({ path }) => /^(client|schemas)\//.test(path))
    .flatMap(({ path, text }) => [
      ...(path.match(domainWords) ?? []).map((word) => `${path}: its name says ${word}`),
      ...text
        .split('\n')
        .flatMap((line, index) => (line.match(domainWords) ?? []).map((word) => `${path}:${index + 1} ${word}`)),
    ])
}

/** Names of files that say nothing about what is in them. */
export function emptyNames(paths: readonly string[]): string[] {
  return paths.filter((path) => /(^|[/._-])(utils?|helpers?|managers?)[./_-]|(^|\/)index\.tsx?$/i.test(path))
}

/** Shortcuts that the type checker and the tests would not catch; each must be taken out or say why. */
export function shortcutsIn(files: readonly RepositoryFile[]): string[] {
  return files.flatMap((file) => {
    const syntax = readSyntax(file)
    const lines = file.text.split('\n')
    const inTree = nodesOf(syntax.program).flatMap((node) => shortcutIn(node, { syntax, lines, ...file }))
    const inComments = syntax.comments.flatMap(({ line, text }) =>
      shortcutInComment(text).map((what) => ({ line, what })),
    )
    const { defaultExport } = syntax
    const exported =
      defaultExport && !/(^|\/)(vite|vitest)\.config\.ts$/.test(file.path)
        ? [{ line: defaultExport, what: 'a default export' }]
        : []
    return [...inTree, ...inComments, ...exported].map(({ line, what }) => `${file.path}:${line} ${what}`)
  })
}

interface Place extends RepositoryFile {
  syntax: Syntax
  lines: string[]
}

function shortcutIn(node: Node, { syntax: { lineAt }, lines, text, path }: Place): { line: number; what: string }[] {
  const line = lineAt(node.start)
  const written = text.slice(node.start, node.end)
  if (node.type === 'TSAnyKeyword') return [{ line, what: 'any' }]
  if (node.type === 'MemberExpression' && /^(test|it|describe|suite)\.(only|skip|todo|fails)$/.test(written))
    return [{ line, what: written }]
  if (node.type === 'MemberExpression' && /^vi\.wait(For|Until)$/.test(written))
    return [{ line, what: `${written} gives up after a second: expect.poll waits as long as the suite says` }]
  if (node.type === 'Identifier' && /^(xit|xtest|xdescribe|fit|fdescribe)$/.test(written))
    return [{ line, what: written }]
  if (node.type === 'TSAsExpression' && !isTest(path) && !/\bas const$/.test(written)) {
    const near = lines.slice(Math.max(0, line - 3), lineAt(node.end))
    return near.some((each) => /\/\/ |\/\*|^\s*\*/.test(each)) ? [] : [{ line, what: 'a cast without a reason' }]
  }
  return []
}

/** Timers that repeat, in server code that is not the scheduler: what recurs is a job, so that it is seen, logged and stopped. */
export function ownTimersIn(files: readonly RepositoryFile[]): string[] {
  const mayRepeat = /^server\/(jobs\/|protocol\/run-once\.ts$)/ // the second is the sign of life of one run
  return files
    .filter(({ path }) => path.startsWith('server/') && !isTest(path) && !mayRepeat.test(path))
    .flatMap((file) => {
      const { program, lineAt } = readSyntax(file)
      return nodesOf(program)
        .filter(({ type, start, end }) => type === 'Identifier' && file.text.slice(start, end) === 'setInterval')
        .map(({ start }) => `${file.path}:${lineAt(start)} sets a timer that repeats`)
    })
}

function shortcutInComment(comment: string): string[] {
  const ignored = /@ts-(ignore|nocheck)/.exec(comment)?.[0]
  const silent =
    /^(oxlint|eslint)-disable\S*(?!.*--\s*\S)/.exec(comment)?.[0] ?? /^@ts-expect-error\s*$/.exec(comment)?.[0]
  return [...(ignored ? [ignored] : []), ...(silent ? [`${silent} without a reason`] : [])]
}
