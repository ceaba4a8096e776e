import { expect, test } from 'vitest'
import { cyclesIn } from './cycles.ts'
import { codeFiles } from './repository.ts'

test('no files import each other in a circle', () => {
  const files = codeFiles().filter(({ path }) => /^(client|schemas|server)\//.test(path))
  expect(files.length).toBeGreaterThan(200)
  expect(cyclesIn(files)).toEqual([])
})

test('a circle is found by types and by late imports as well, without the files that only lead into it', () => {
  expect(
    cyclesIn([
      { path: 'a/start.ts', text: "import { b } from './b.ts'\n" },
      { path: 'a/b.ts', text: "import type { C } from '../c/c.ts'\n" },
      { path: 'c/c.ts', text: "export const load = () => import('../a/b.ts')\nimport './d.ts'\n" },
      { path: 'c/d.ts', text: "import { readFile } from 'node:fs'\n" },
    ]),
  ).toEqual([['a/b.ts', 'c/c.ts']])
})
