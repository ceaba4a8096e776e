import { expect, test } from 'vitest'
import * as points from '../../server/practice/extension-points.ts'
import { isTest, repositoryFiles } from './repository.ts'

const sources = repositoryFiles().filter(
  ({ path }) =>
    path.startsWith('server/') && path.endsWith('.ts') && !isTest(path) && !path.endsWith('extension-points.ts'),
)

/** The feature, or the part of the server, that a file belongs to. */
function partOf(path: string): string {
  return /^server\/(?:features\/)?([^/]+)/.exec(path)?.[1] ?? path
}

test.each(Object.entries(points))('%s is used where it says', (name, { usedBy }) => {
  const importsIt = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*extension-points\\.ts'`)
  // A file that only contributes says `name.add(`; one that reads the contributions names the point otherwise.
  const readsIt = new RegExp(`\\b${name}\\b(?!\\.add\\b)`)
  const users = sources.filter(({ text }) => importsIt.test(text) && readsIt.test(text.replace(importsIt, '')))
  expect([...new Set(users.map(({ path }) => partOf(path)))].toSorted()).toEqual(usedBy.toSorted())
})
