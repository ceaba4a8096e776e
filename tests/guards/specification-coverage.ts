import type { Sentence, Specification, TaggedTest } from './specification.ts'

/** How a sentence is covered. */
type Standing = 'shown' | 'replaced' | 'part' | 'seen' | 'none' | 'missing'

export interface Covered extends Sentence {
  tests: TaggedTest[]
  standing: Standing
}

/** Each sentence with the tests that show it. */
export function coverageOf(sentences: readonly Sentence[], tests: readonly TaggedTest[]): Covered[] {
  return sentences.map((sentence) => {
    const own = tests.filter(({ ids }) => ids.includes(sentence.id))
    return { ...sentence, tests: own, standing: standingOf(sentence, own.length > 0) }
  })
}

function standingOf({ notes }: Sentence, tested: boolean): Standing {
  if (notes['No rule']) return 'none'
  if (tested) return notes['In part'] ? 'part' : notes.Instead ? 'replaced' : 'shown'
  return notes['Seen on'] ? 'seen' : 'missing'
}

/** Notes that contradict the tests, duplicate ids, and tags of no sentence. */
export function contradictions(sentences: readonly Sentence[], tests: readonly TaggedTest[]): string[] {
  const ids = sentences.map(({ id }) => id)
  const conflicts = coverageOf(sentences, tests).flatMap(({ id, notes, tests: { length } }) => [
    ...(length > 0
      ? (['Missing', 'No rule', 'Seen on'] as const)
          .filter((kind) => notes[kind])
          .map((kind) => `${id} has a test, and a note that says "${kind}"`)
      : []),
    ...(length === 0 && notes['In part'] ? [`${id} has no test, and a note that says "In part"`] : []),
  ])
  return [
    ...conflicts,
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is listed twice`),
    ...tests.flatMap((test) =>
      test.ids
        .filter((id, index, all) => !ids.includes(id) || all.indexOf(id) !== index)
        .map((id) => `${test.path}: "${test.name}" has the tag §${id}, which is no sentence or given twice`),
    ),
  ]
}

const titles: Record<Standing, string> = {
  shown: 'shown by a test as they stand',
  replaced: 'replaced on purpose; a test shows what stands instead',
  part: 'shown in part',
  seen: 'to be looked at on a screen',
  none: 'asking for nothing here',
  missing: '**missing**',
}

export interface Coverage {
  specification: Specification
  /** Where the list of sentences is, as seen from the document. */
  list: string
  covered: readonly Covered[]
}

/** The document: counts, missing sentences, then every sentence of every section. */
export function renderCoverage({ specification, list, covered }: Coverage): string {
  const count = (standing: Standing) => covered.filter((each) => each.standing === standing).length
  const standings = Object.keys(titles) as Standing[] // the keys of the record above
  const sections = [...new Set(covered.map(({ under: [section = ''] }) => section))]
  return [
    `# Specification ${specification}: what shows that it holds`,
    '',
    `Made by \`npm run coverage\` from the tags in the names of tests (\` [${specification} §4.17]\`) and from`,
    `[the list of sentences](${list}); a guard fails when it is out of date. Words in square brackets are not the specification's.`,
    '',
    '| Sentences | |',
    '| --: | --- |',
    ...standings.map((standing) => `| ${count(standing)} | ${titles[standing]} |`),
    `| **${covered.length}** | **in all** |`,
    '',
    '## What is missing',
    '',
    ...lacking(covered),
    ...sections.flatMap((section) => sectionLines(section, covered)),
    '',
  ].join('\n')
}

function lacking(covered: readonly Covered[]): string[] {
  const lines = (standing: Standing, reason: (each: Covered) => string) =>
    covered
      .filter((each) => each.standing === standing)
      .map((each) => `- **${each.id}** ${plain(each.text)} _${plain(reason(each))}_`)
  return [
    ...lines('missing', ({ notes }) => notes.Missing ?? 'No test shows it yet.'),
    ...lines('part', ({ notes }) => `In part: ${notes['In part'] ?? ''}`),
  ]
}

function sectionLines(section: string, covered: readonly Covered[]): string[] {
  const own = covered.filter(({ under }) => under[0] === section)
  const parts = [...new Set(own.map(({ under }) => under[1]))]
  return [
    '',
    `## ${section}`,
    ...parts.flatMap((part) => [
      '',
      ...(part ? [`### ${part}`, ''] : []),
      '| | Sentence | Shown by |',
      '| --: | --- | --- |',
      ...own.filter(({ under }) => under[1] === part).map(row),
    ]),
  ]
}

function row({ id, text, notes, tests, standing }: Covered): string {
  const noteTexts = (['Instead', 'In part'] as const).flatMap((kind) =>
    notes[kind] ? [`_${kind}: ${plain(notes[kind])}_`] : [],
  )
  return `| ${id} | ${[plain(text), ...noteTexts].join('<br>')} | ${proofOf({ notes, tests, standing })} |`
}

function proofOf({ notes, tests, standing }: Pick<Covered, 'notes' | 'tests' | 'standing'>): string {
  if (standing === 'missing') return '**missing**'
  if (standing === 'none') return `nothing to show: ${plain(notes['No rule'] ?? '')}`
  if (standing === 'seen') return `screens: ${notes['Seen on'] ?? ''}`
  const paths = [...new Set(tests.map(({ path }) => path))].sort()
  return paths
    .map((path) => {
      const names = tests.filter((test) => test.path === path).map(({ name }) => plain(name))
      return `[${fileName(path)}](../../${path}): ${names.join('; ')}`
    })
    .join('<br>')
}

function fileName(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.test\.tsx?$/, '')
}

/** Escapes text that markdown would interpret. */
function plain(text: string): string {
  return text.replaceAll(/[|<>*_[\]`]/g, (sign) => (sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : `\\${sign}`))
}
