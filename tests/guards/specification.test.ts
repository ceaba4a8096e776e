import { describe, expect, test } from 'vitest'
import { specifiedNow, testFiles } from './coverage-now.ts'
import { readText } from './repository.ts'
import { contradictions, coverageOf, renderCoverage } from './specification-coverage.ts'
import { brokenTags, readSentences, readTags, type Sentence, type Specification } from './specification.ts'

describe.each(specifiedNow())('specification $specification', ({ sentences, tests, document, text }) => {
  test('has every tag at a sentence that there is, and no note that a test makes untrue', () => {
    expect(sentences.length).toBeGreaterThan(300)
    expect(contradictions(sentences, tests)).toEqual([])
  })

  test('has its sentences numbered in their order', () => {
    const counts = new Map<string, number>()
    for (const { id } of sentences) {
      const [section = ''] = id.split('.')
      const number = (counts.get(section) ?? 0) + 1
      counts.set(section, number)
      expect(id).toBe(`${section}.${number}`)
    }
  })

  test('has a document of what shows it, as `npm run coverage` makes it', () => {
    expect(readText(document) === text, 'run `npm run coverage`').toBe(true)
  })
})

test('no tag is written otherwise, and so not read', () => {
  // This file contains some on purpose.
  const others = testFiles().filter(({ path }) => path !== 'tests/guards/specification.test.ts')
  expect(others.flatMap(brokenTags)).toEqual([])
})

const list = [
  '# List',
  '',
  '## 4. States',
  '',
  '- **4.1** Back exists only at step 1.',
  '',
  '### Booking',
  '',
  '- **4.2** Any *signs* | shown.',
  '  - Instead: a skeleton.',
  '  - In part: no colours.',
  '- **4.3** Not shown here.',
  '  - No rule: it names none.',
  '',
].join('\n')

describe('the reader of sentences', () => {
  test('takes number, words, headings and notes', () => {
    expect(readSentences(list)).toEqual([
      { id: '4.1', under: ['4. States'], text: 'Back exists only at step 1.', notes: {} },
      {
        id: '4.2',
        under: ['4. States', 'Booking'],
        text: 'Any *signs* | shown.',
        notes: { Instead: 'a skeleton.', 'In part': 'no colours.' },
      },
      { id: '4.3', under: ['4. States', 'Booking'], text: 'Not shown here.', notes: { 'No rule': 'it names none.' } },
    ])
  })

  test('refuses a note of another kind', () => {
    expect(() => readSentences('- **1.1** A.\n  - Perhaps: later.\n')).toThrow('Perhaps')
  })
})

describe('the reader of tags', () => {
  const tagged = (text: string, specification: Specification = 1) =>
    readTags({ path: 'tests/a.test.ts', text: `${text}\n` }, specification)

  test.each([
    ["test('goes [1 §4.1]', () => {})", 'goes', ['4.1']],
    ["it('goes [1 §4.1 §4.2]', () => {})", 'goes', ['4.1', '4.2']],
    ["describe('the door', () => { it('opens [1 §4.1]', () => {}) })", 'the door › opens', ['4.1']],
    ["test.each([1, 2])('%i of $what goes [1 §4.1]', () => {})", '… of … goes', ['4.1']],
    ["describe.each([1])('at %i px', () => { it('goes [1 §4.1]', () => {}) })", 'at … px › goes', ['4.1']],
    ['for (const a of b) test(`${a} goes [1 §4.1]`, () => {})', '… goes', ['4.1']],
  ])('reads %s', (text, name, ids) => {
    expect(tagged(text)).toEqual([{ path: 'tests/a.test.ts', name, ids }])
  })

  test('tells the tags of two specifications apart', () => {
    const both = "test('goes [1 §1.13] [2 §2.40 §2.41]', () => {})"
    expect(tagged(both, 1)).toEqual([{ path: 'tests/a.test.ts', name: 'goes', ids: ['1.13'] }])
    expect(tagged(both, 2)).toEqual([{ path: 'tests/a.test.ts', name: 'goes', ids: ['2.40', '2.41'] }])
    const second = "test('goes [2 §4.1]', () => {})"
    expect(tagged(second, 1)).toEqual([])
    expect(tagged(second, 2)).toEqual([{ path: 'tests/a.test.ts', name: 'goes', ids: ['4.1'] }])
  })

  test.each(["test('goes', () => {})", "log('goes [1 §4.1]')", "// test('goes [1 §4.1]')"])(
    'finds none in %s',
    (text) => {
      expect(tagged(text)).toEqual([])
    },
  )

  test.each([
    "test('goes [§4.1]', f)",
    "test('goes [1 §4.1].', f)",
    "describe('goes [1 §4.1]', f)",
    "test('goes [1 §4.1, §4.2]', f)",
    "test('goes [2 §4.1] [1 §4.1]', f)",
    "test('goes [2 §4.1] [2 §4.2]', f)",
    "test('goes [1 §4.1][2 §4.1]', f)",
    "test('goes [3 §4.1]', f)",
  ])('reports %s, which is not read as it is meant', (text) => {
    const inside = text.startsWith('describe') ? "describe('goes [1 §4.1]', () => { test('a', f) })" : text
    expect(brokenTags({ path: 'a', text: `${inside}\n` })).toHaveLength(1)
  })
})

describe('the coverage', () => {
  const sentences = readSentences(list)
  const shows = (...ids: string[]) => ({ path: 'tests/http/a.test.ts', name: 'goes', ids })

  test('lists what is shown, replaced, in part, empty and missing', () => {
    const standings = (...tests: ReturnType<typeof shows>[]) =>
      coverageOf(sentences, tests).map(({ standing }) => standing)
    expect(standings()).toEqual(['missing', 'missing', 'none'])
    expect(standings(shows('4.1', '4.2'))).toEqual(['shown', 'part', 'none'])
    const [first, { notes, ...second }, third] = sentences as [Sentence, Sentence, Sentence]
    const replaced = [first, { ...second, notes: { Instead: notes.Instead ?? '' } }, third]
    expect(coverageOf(replaced, [shows('4.2')])[1]?.standing).toBe('replaced')
    expect(coverageOf([{ ...first, notes: { 'Seen on': '`/`' } }], [])[0]?.standing).toBe('seen')
  })

  test('reports what contradicts it', () => {
    expect(contradictions(sentences, [shows('4.1', '4.2')])).toEqual([])
    expect(contradictions(sentences, [shows('4.1', '4.1', '4.2')])).toHaveLength(1)
    expect(contradictions(sentences, [shows('4.2', '4.3', '9.9')])).toEqual([
      '4.3 has a test, and a note that says "No rule"',
      'tests/http/a.test.ts: "goes" has the tag §9.9, which is no sentence or given twice',
    ])
    expect(contradictions([...sentences, ...sentences.slice(0, 1)], [shows('4.2')])).toEqual(['4.1 is listed twice'])
    expect(contradictions(sentences, [])).toEqual(['4.2 has no test, and a note that says "In part"'])
  })

  test('is a document with counts, what is missing and a row for each sentence', () => {
    const covered = coverageOf(sentences, [shows('4.2')])
    const text = renderCoverage({ specification: 2, list: '../list.md', covered })
    expect(text).toContain('# Specification 2: what shows that it holds')
    expect(text).toContain('(` [2 §4.17]`)')
    expect(text).toContain('[the list of sentences](../list.md)')
    expect(text).toContain('| **3** | **in all** |')
    expect(text).toContain('- **4.1** Back exists only at step 1. _No test shows it yet._')
    expect(text).toContain('| 4.1 | Back exists only at step 1. | **missing** |')
    expect(text).toContain('### Booking')
    expect(text).toContain(
      '| 4.2 | Any \\*signs\\* \\| shown.<br>_Instead: a skeleton._<br>_In part: no colours._ | [a](../../tests/http/a.test.ts): goes |',
    )
  })
})
