import { nodesOf, readSyntax, type Node, type Syntax } from './syntax.ts'
import { isTest, type RepositoryFile } from './repository.ts'

const domainWords = /appointment|billing|invoice|patient|physician|guardian|licensee|facility|pharmac|medicat/gi

/** Finds domain words in generic code, in the text or the name of a file. */
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

/** File names that say nothing about their content. */
export function emptyNames(paths: readonly string[]): string[] {
  return paths.filter((path) => /(^|[/._-])(utils?|helpers?|managers?)[./_-]|(^|\/)index\.tsx?$/i.test(path))
}

/** Words that standard terms have replaced in names, and the terms that a newcomer searches for. */
const replacedWords = new Map([
  ['asked', 'params, query, requested'],
  ['capability', 'access link'],
  ['desk', 'buffer, semaphore'],
  ['door', 'route, plugin'],
  ['elsewhere', 'fallback'],
  ['entering', 'complete sign-in'],
  ['found', 'what was found'],
  ['hall', 'assembly'],
  ['kernel', 'protocol'],
  ['letter', 'message, e-mail'],
  ['nonsense', 'invalid'],
  ['nowhere', 'fallback'],
  ['said', 'message, reported'],
  ['seal', 'encrypt'],
  ['sweep', 'job, delete expired'],
  ['told', 'notified'],
  ['trouble', 'error banner'],
  ['wanted', 'requested'],
  ['welcome', 'start session'],
  ['wish', 'request, options'],
])
/** Standard names, members of other parties' data, and codes of the contract. */
const mayStay = /^(not|setNot|callNot)Found|^(elsewhere|nonsense|welcome)$/
/** The words of the client are part of the contract; letters are those of a name. */
const keptIn = ['schemas/client-words.ts found', 'server/features/booking/booking.options.ts letter']

/** Names that still use a replaced word as one of their parts, such as `toldAt`. */
export function replacedWordsIn(files: readonly RepositoryFile[]): string[] {
  return files.flatMap((file) => {
    const { program, lineAt } = readSyntax(file)
    const places = nodesOf(program)
      .filter(({ type }) => type === 'Identifier')
      .flatMap(({ start, end }) => {
        const name = file.text.slice(start, end).split(':')[0]?.trim() ?? ''
        const word = mayStay.test(name) ? undefined : partsOf(name).find((part) => replacedWords.has(part))
        return word && !keptIn.includes(`${file.path} ${word}`) ? [{ line: lineAt(start), name, word }] : []
      })
    return places.map(({ line, name, word }) => `${file.path}:${line} ${name}: ${replacedWords.get(word)} instead`)
  })
}

/** The parts of a name in camel case, in lower case and without the `s` of a plural. */
function partsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/)
    .map((part) => part.replace(/(?<=..)s$/, ''))
}

/** Comments that a newcomer stumbles over; each has a plain word. */
export function unclearComments(files: readonly RepositoryFile[]): string[] {
  return files.flatMap((file) =>
    readSyntax(file).comments.flatMap(({ line, text }) => {
      const word = /\b(whoever|whomever|nowhere)\b/i.exec(text)?.[0] ?? /^\*?\s*Answers\b/.exec(text)?.[0]
      return word ? [`${file.path}:${line} says ${word}`] : []
    }),
  )
}

/** Spellings and phrases that texts for people replace (words.md, On the screen). */
const unwantedTexts: readonly [pattern: RegExp, instead: string][] = [
  [/\b\w*(author|organ|recogn|real|apolog|custom)is(e|es|ed|ing|ation)\b/i, 'American spelling: -ize'],
  [/\b(colour|favour|behaviour|centre|grey|enrolment|programme)s?\b/i, 'American spelling'],
  [/\b(nobody|somebody) else\b/i, 'no one, someone'],
  [/\bMM\/dd\/yyyy\b/, 'Month/day/year, for example 04/12/1988'],
  [/\b(leads? nowhere|counts? for|stands? here|any more)\b/i, 'what happened and what to do next'],
  [/^(For not started|Nothing is changed here|No stars yet|Your choice$)/, 'see words.md'],
  [/^(Comes from|Shapes|Rules of)\b/, 'Set by, Changes these screens'],
]
const unseenFolders = /^server\/(sandbox|gateways|practice-loader|db|jobs)\//

/** Sentences and labels for people in server code that still use replaced words. */
export function unclearTexts(files: readonly RepositoryFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('server/') && !unseenFolders.test(path) && !isTest(path))
    .flatMap((file) => {
      const { program, lineAt } = readSyntax(file)
      return nodesOf(program)
        .filter(({ type }) => type === 'Literal' || type === 'TemplateElement')
        .flatMap(({ start, end }) => {
          const text = file.text.slice(start, end).replace(/^(['"`]|\}(?!\s*$))|(['"`]|\$\{)$/g, '')
          const isForPeople = /[a-z] [a-z]/i.test(text) || /^[A-Z][a-z]+$/.test(text)
          return unwantedTexts
            .filter(([pattern]) => isForPeople && pattern.test(text))
            .map(([, instead]) => `${file.path}:${lineAt(start)} "${text}": ${instead}`)
        })
    })
}

/** Shortcuts that the type checker and the tests do not catch; each must be removed or give a reason. */
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
      defaultExport && !/(^|\/)(vite|vite\.server|vitest)\.config\.ts$/.test(file.path)
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
  const marked = node.type === 'CallExpression' && /^(xit|xtest|xdescribe|fit|fdescribe)\b/.exec(written)?.[0]
  if (marked) return [{ line, what: marked }]
  if (node.type === 'TSAsExpression' && !isTest(path) && !/\bas const$/.test(written)) {
    const near = lines.slice(Math.max(0, line - 3), lineAt(node.end))
    return near.some((each) => /\/\/ |\/\*|^\s*\*/.test(each)) ? [] : [{ line, what: 'a cast without a reason' }]
  }
  return []
}

/**
 * Repeating timers in server code other than the scheduler: recurring work must be a job, so that it is visible, logged
 * and stopped.
 */
export function ownTimersIn(files: readonly RepositoryFile[]): string[] {
  const mayRepeat = /^server\/(jobs\/|protocol\/run-once\.ts$)/ // run-once.ts: the heartbeat of one run
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
