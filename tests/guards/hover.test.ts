import { expect, test } from 'vitest'
import { hoverEverywhere } from './hover.ts'
import { repositoryFiles } from './repository.ts'

test('no style sheet of the client looks at hovering where no pointer hovers', () => {
  const sheets = repositoryFiles().filter(({ path }) => /^client\/.*\.css$/.test(path))
  expect(sheets.length).toBeGreaterThan(20)
  expect(hoverEverywhere(sheets)).toEqual([])
})

const sheetOf = (text: string) => [{ path: 'client/x.css', text }]

test.each(['a:hover { color: red }', '@media (width < 600px) { b { color: red } .x, .y:hover { color: red } }'])(
  'the guard sees %s',
  (text) => {
    expect(hoverEverywhere(sheetOf(text))).toHaveLength(1)
  },
)

test.each([
  '@media (hover: hover) { a:hover { color: red } }',
  '@media print { @media (hover: hover) and (forced-colors: none) { a:hover { color: red } } }',
  '/* a:hover { } */ a:focus { color: red }',
])('the guard allows %s', (text) => {
  expect(hoverEverywhere(sheetOf(text))).toEqual([])
})
