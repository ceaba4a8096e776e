import { codeFiles, isTest, readText } from './repository.ts'
import { coverageOf, renderCoverage } from './specification-coverage.ts'
import { readSentences, readTags, type Sentence, type Specification, type TaggedTest } from './specification.ts'

export interface SpecifiedNow {
  specification: Specification
  sentences: Sentence[]
  tests: TaggedTest[]
  /** The path of the document, what it should say, and the sentences that nothing shows. */
  document: string
  text: string
  missing: string[]
}

/** The lists in docs/specification, and the documents in docs/specification-coverage, have the same names. */
const names = { 1: '1-access-booking-visits.md', 2: '2-billing-records-messages-admin.md' } as const satisfies Record<
  Specification,
  string
>

export const testFiles = () => codeFiles().filter(({ path }) => isTest(path) && /\.test\.tsx?$/.test(path))

/** What the current lists of sentences and tests say. */
export function specifiedNow(): SpecifiedNow[] {
  const files = testFiles()
  return ([1, 2] as const).map((specification) => {
    const name = names[specification]
    const sentences = readSentences(readText(`docs/specification/${name}`))
    const tests = files.flatMap((file) => readTags(file, specification))
    const covered = coverageOf(sentences, tests)
    return {
      specification,
      sentences,
      tests,
      document: `docs/specification-coverage/${name}`,
      text: renderCoverage({ specification, list: `../specification/${name}`, covered }),
      missing: covered.filter(({ standing }) => standing === 'missing').map(({ id }) => id),
    }
  })
}
