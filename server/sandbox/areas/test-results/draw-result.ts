import { pdfOf } from '../clinical-documents/draw-document.ts'
import type { ResultContent, StoredObservation } from './test-results.store.ts'

/** Returns the document of a result: the laboratory's own, or a page of its values. */
export function resultPdf(result: ResultContent, observations: readonly StoredObservation[]): Promise<Buffer> {
  const { testType: title, day, patientName, physician, conclusion, pdf } = result
  if (pdf !== null) return Promise.resolve(Buffer.from(pdf, 'base64'))
  const sections = [
    { heading: 'Ordered by', paragraphs: [physician] },
    { heading: 'Values', paragraphs: observations.map(lineOf) },
    { heading: 'Report', paragraphs: [conclusion] },
  ].map(({ heading, paragraphs }) => ({ heading, paragraphs: paragraphs.filter((text) => text !== '') }))
  return pdfOf({ title, day, patientName, sections: sections.filter(({ paragraphs }) => paragraphs.length > 0) })
}

function lineOf(observation: StoredObservation): string {
  const { name, value, valueText, unit, flag, status } = observation
  if (status === 'cancelled') return `${name}: cancelled`
  const amount = `${valueText || value} ${unit}`.trim()
  const range = rangeOf(observation)
  return [`${name}: ${amount}`, range && `(expected ${range})`, flag].filter(Boolean).join(' ')
}

function rangeOf({ low, high, referenceText }: StoredObservation): string {
  if (referenceText !== '') return referenceText
  if (low === null) return high === null ? '' : `up to ${high}`
  return high === null ? `from ${low}` : `${low} to ${high}`
}
