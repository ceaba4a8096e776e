import { isTest, type RepositoryFile } from './repository.ts'
import { childrenOf, readSyntax, type Node } from './syntax.ts'

const fileTag = '/** @module-tag database */\n'
const testTag = 'bothEngines'

/**
 * What a test calls or names that takes two sessions of the database, or work that begins by itself: both engines run
 * it, because there they can differ. That they understand the same statements is shown by `tests/unit/statements.test.ts`.
 */
const signs = [
  'runDueJobs(',
  'runNow(',
  'openLivePage(',
  'holdCall(',
  'withoutHints(',
  'everyDeath(',
  '.transaction(',
  'beside: ',
]

/** Whether a file has tests that run on both engines. */
export const runsOnBoth = ({ path, text }: RepositoryFile) =>
  /^(tests\/(http|unit)|server)\//.test(path) && isTest(path) && (text.startsWith(fileTag) || text.includes(testTag))

/** Tests that can differ between the engines and run on one only. */
export function untagged(files: readonly RepositoryFile[]): string[] {
  return files
    .filter(({ path, text }) => isTest(path) && isOnServer(path) && !text.startsWith(fileTag))
    .flatMap((file) => {
      const { program, lineAt } = readSyntax(file)
      return untaggedIn(program, file.text).map(
        ({ start }) => `${file.path}:${lineAt(start)} runs on both engines: its title is followed by ${testTag}`,
      )
    })
}

const isOnServer = (path: string) => /^(tests\/http|server)\//.test(path)

/** Tests below a node, but for those of a group with the tag. */
function untaggedIn(node: Node, text: string): Node[] {
  const [, kind] = /^(test|it|describe)\b(?!\.extend)/.exec(text.slice(node.start)) ?? []
  const given = node.type === 'CallExpression' ? (node.arguments as Node[]) : [] // of its type
  if (kind === undefined || given.length < 2) return childrenOf(node).flatMap((child) => untaggedIn(child, text))
  const options = given[1] && text.slice(given[1].start, given[1].end)
  if (options?.includes(testTag)) return []
  if (kind === 'describe') return given.flatMap((each) => untaggedIn(each, text))
  return signs.some((sign) => text.slice(node.start, node.end).includes(sign)) ? [node] : []
}
