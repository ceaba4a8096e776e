import { codeFiles, isTest, readText } from './repository.ts'
import { coverageOf, renderCoverage } from './specification-coverage.ts'
import { readSentences, readTags } from './specification.ts'

export const coverageDocument = 'docs/specification-coverage.md'
const sentenceList = 'docs/specification/1-access-booking-visits.md'

export const sentencesNow = () => readSentences(readText(sentenceList))
export const testFiles = () => codeFiles().filter(({ path }) => isTest(path) && /\.test\.tsx?$/.test(path))

/** The document that results from the current list of sentences and tests. */
export function coverageNow(): { text: string; missing: string[] } {
  const covered = coverageOf(sentencesNow(), testFiles().flatMap(readTags))
  return {
    text: renderCoverage(covered, sentenceList.replace('docs/', '')),
    missing: covered.filter(({ standing }) => standing === 'missing').map(({ id }) => id),
  }
}
