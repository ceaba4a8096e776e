import type { RepositoryFile } from './repository.ts'
import { childrenOf, isNode, readSyntax, type Node } from './syntax.ts'

/** The kinds of notes below a sentence, by their first word. */
const noteKinds = ['Instead', 'In part', 'Seen on', 'No rule', 'Missing'] as const
type NoteKind = (typeof noteKinds)[number]

export interface Sentence {
  /** Section and number, such as `4.17`. */
  id: string
  /** The headings above it, the section first. */
  under: string[]
  text: string
  notes: Partial<Record<NoteKind, string>>
}

/** The specifications, as tags name them. */
export type Specification = 1 | 2

export interface TaggedTest {
  path: string
  /** With the names of its suites, without its tags. */
  name: string
  /** Of the sentences of one specification. */
  ids: string[]
}

/** Parses the list of sentences in docs/specification: headings, items with a number, notes below them. */
export function readSentences(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let under: string[] = []
  for (const line of text.split('\n')) {
    const [, marks = '', heading] = /^(##+) (.+)$/.exec(line) ?? []
    if (heading) under = [...under.slice(0, marks.length - 2), heading]
    const [, id, words] = /^- \*\*(\d+\.\d+)\*\* (.+)$/.exec(line) ?? []
    if (id && words) sentences.push({ id, under, text: words, notes: {} })
    const [, kind, note] = /^ {2}- ([A-Z][a-z ]+): (.+)$/.exec(line) ?? []
    const last = sentences.at(-1)
    if (kind && note && last) last.notes[noteKindOf(kind)] = note
  }
  return sentences
}

function noteKindOf(word: string): NoteKind {
  const kind = noteKinds.find((each) => each === word)
  if (!kind) throw new Error(`a note begins with ${word}, which is none of ${noteKinds.join(', ')}`)
  return kind
}

/** At the end of a name: a tag of either specification, or one of each in this order. */
const tags = /(?: \[1(?<first>(?: §\d+\.\d+)+)\])?(?: \[2(?<second>(?: §\d+\.\d+)+)\])?$/
const groups = { 1: 'first', 2: 'second' } as const satisfies Record<Specification, string>

/** Returns every test of a file whose name ends with a tag of a specification, such as ` [1 §4.17 §4.18]`. */
export function readTags(file: RepositoryFile, specification: Specification): TaggedTest[] {
  return testNames(file).flatMap(({ name, suites }) => {
    const ids = tags.exec(name)?.groups?.[groups[specification]]?.trim().replaceAll('§', '').split(' ')
    return ids ? [{ path: file.path, name: [...suites, name.replace(tags, '')].join(' › '), ids }] : []
  })
}

/** Names of tests and suites that look tagged but are not read: malformed, or of a suite. */
export function brokenTags(file: RepositoryFile): string[] {
  return testNames(file)
    .flatMap(({ name, suites }) => [...suites, name.replace(tags, '')])
    .filter((name) => /§/.test(name))
    .map((name) => `${file.path}: ${name}`)
}

interface NamedTest {
  name: string
  suites: string[]
}

function testNames(file: RepositoryFile): NamedTest[] {
  const tests: NamedTest[] = []
  const visit = (node: Node, suites: string[]): void => {
    const called = calledBy(node)
    if (called?.what === 'test') tests.push({ name: called.name, suites })
    const below = called?.what === 'suite' ? [...suites, called.name] : suites
    for (const child of childrenOf(node)) visit(child, below)
  }
  visit(readSyntax(file).program, [])
  return tests
}

/** `test('name', …)`, `it.each(rows)('name', …)`, `describe('name', …)`. */
function calledBy({ type, callee, arguments: given }: Node): { what: 'test' | 'suite'; name: string } | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return undefined
  const word = firstWord(callee)
  const name = wordsOf((given as unknown[])[0])
  if (name === undefined) return undefined
  if (word === 'test' || word === 'it') return { what: 'test', name }
  return word === 'describe' ? { what: 'suite', name } : undefined
}

/** The first identifier in a chain of calls and members: `test` of `test.each(rows)`. */
function firstWord(node: Node): unknown {
  const inner = [node.callee, node.object, node.tag].find(isNode)
  return inner ? firstWord(inner) : node.name
}

/** A string, or a template with an ellipsis for each expression and each placeholder that `each` fills in. */
function wordsOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  const { quasis, value } = node
  const text = Array.isArray(quasis)
    ? (quasis as { value: { cooked: string } }[]).map((each) => each.value.cooked).join('…')
    : value
  return typeof text === 'string' ? text.replaceAll(/%[sdifjo]|\$[a-z][\w.]*/g, '…') : undefined
}
