import { describe, expect, test } from 'vitest'
import { codeFiles, repositoryFiles } from './repository.ts'
import {
  domainWordsIn,
  emptyNames,
  ownTimersIn,
  replacedWordsIn,
  shortcutsIn,
  unclearComments,
  unclearTexts,
} from './wording.ts'

test('the contract and the client know no word of the practice', () => {
  expect(domainWordsIn(repositoryFiles())).toEqual([])
})

test('file names say what is in the file', () => {
  expect(emptyNames(codeFiles().map(({ path }) => path))).toEqual([])
})

test('names use the standard terms', () => {
  expect(replacedWordsIn(codeFiles())).toEqual([])
})

test('comments use plain words', () => {
  expect(unclearComments(codeFiles())).toEqual([])
})

test('people read American English, active and short', () => {
  expect(unclearTexts(codeFiles())).toEqual([])
})

test('no code takes a shortcut around the types or the tests', () => {
  expect(shortcutsIn(codeFiles())).toEqual([])
})

test('what recurs on the server is a job', () => {
  expect(ownTimersIn(codeFiles())).toEqual([])
})

describe('the guard finds', () => {
  test('replaced words as parts of names, and not what only looks like them', () => {
    const text = 'const toldAt = isFoundBy(welcomes)\nconst notFound = deskTop.foundation\n'
    expect(replacedWordsIn([{ path: 'server/a.ts', text }])).toEqual([
      'server/a.ts:1 toldAt: notified instead',
      'server/a.ts:1 isFoundBy: what was found instead',
      'server/a.ts:1 welcomes: start session instead',
      'server/a.ts:2 deskTop: buffer, semaphore instead',
    ])
  })

  test('unclear words in comments', () => {
    const text = '/** Answers the row. */\n// for whoever comes\nconst whoever = 1 // Question and Answers\n'
    expect(unclearComments([{ path: 'server/a.ts', text }])).toEqual([
      'server/a.ts:1 says * Answers',
      'server/a.ts:2 says whoever',
    ])
  })

  test('replaced words in texts for people, and not in keys', () => {
    const text =
      "const a = ['Theme_Primary_Colour', 'colour', 'Colour', 'You are authorised', `Nobody else ${b} any more`]"
    const finds = unclearTexts([{ path: 'server/a.ts', text }])
    expect(finds.map((find) => /"(.*)"/.exec(find)?.[1])).toEqual([
      'Colour',
      'You are authorised',
      'Nobody else ',
      ' any more',
    ])
    expect(unclearTexts([{ path: 'server/sandbox/a.ts', text }])).toEqual([])
  })

  test('a timer that repeats outside of the scheduler', () => {
    const text = 'first()\nsetInterval(look, 1000)\n'
    const paths = [
      'server/features/a.ts',
      'server/jobs/a.ts',
      'server/protocol/run-once.ts',
      'server/a.test.ts',
      'client/a.ts',
    ]
    expect(ownTimersIn(paths.map((path) => ({ path, text })))).toEqual([
      'server/features/a.ts:2 sets a timer that repeats',
    ])
  })

  test('a word of the practice in a text, a style sheet and a file name', () => {
    const files = [
      { path: 'client/blocks/invoice-table.tsx', text: 'export const a = 1\n' },
      { path: 'client/styles/base.css', text: 'a {}\n.Patients {}\n' },
      { path: 'server/a.ts', text: 'const patient = 1\n' },
    ]
    expect(domainWordsIn(files)).toEqual([
      'client/blocks/invoice-table.tsx: its name says invoice',
      'client/styles/base.css:2 Patient',
    ])
  })

  test('names that say nothing', () => {
    const empty = [
      'client/utils/a.ts',
      'server/protocol/util.ts',
      'server/date-helpers.ts',
      'server/session.manager.ts',
      'client/blocks/index.ts',
    ]
    expect(emptyNames([...empty, 'server/protocol/limiter.ts', 'client/app/hints.ts'])).toEqual(empty)
  })

  test.each([
    ['any', 'const a: any = 1'],
    ['a cast without a reason', '\n\n\nconst a = b as string'],
    ['a hidden type error', '// @ts-ignore\nconst a = 1'],
    ['a type error that is expected without a reason', '// @ts-expect-error\nconst a = 1'],
    ['a rule that is switched off without a reason', '// oxlint-disable-next-line no-console\nconst a = 1'],
    ['a default export', 'export default 1'],
    ['a wait of a second', 'await vi.waitFor(done)'],
  ])('%s', (_what, text) => {
    expect(shortcutsIn([{ path: 'server/a.ts', text: `${text}\n` }])).toHaveLength(1)
  })

  test.each(['only', 'skip', 'todo'])('a test that is marked %s', (mark) => {
    expect(shortcutsIn([{ path: 'server/a.test.ts', text: `test.${mark}('a', () => {})\n` }])).toEqual([
      `server/a.test.ts:1 test.${mark}`,
    ])
  })

  test.each([
    ['a constant', 'const a = [1] as const'],
    ['a cast that says why', 'const a = b as string // the query string is parsed'],
    [
      'a rule that is switched off with a reason',
      '// oxlint-disable-next-line no-console -- the start says where to look\nconst a = 1',
    ],
    ['words that look alike', 'const company: string = many.only'],
  ])('nothing in %s', (_what, text) => {
    expect(shortcutsIn([{ path: 'server/a.ts', text: `${text}\n` }])).toEqual([])
  })
})
