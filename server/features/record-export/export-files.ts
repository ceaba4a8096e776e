import type { RecordPage } from '../../practice/extension-points.ts'
import { fhirUrl } from '../../practice/fhir.ts'
import { momentText } from '../../protocol/time-words.ts'

/** A page as it is kept: resources as JSON, whose numbers have their digits. */
export interface KeptPage {
  resources: { id: string; json: string }[]
  sheet: RecordPage['sheet']
}

/** Writes one bundle of FHIR R4 with each resource once. */
export async function* bundleText(pages: AsyncIterable<KeptPage>, createdAt: Date): AsyncGenerator<string> {
  const written = new Set<string>()
  yield `{"resourceType":"Bundle","type":"collection","timestamp":"${createdAt.toISOString()}","entry":[`
  for await (const { resources } of pages)
    for (const { id, json } of resources) {
      if (written.has(id)) continue
      yield `${written.size === 0 ? '' : ','}\n{"fullUrl":"${fhirUrl(id)}","resource":${json}}`
      written.add(id)
    }
  yield '\n]}\n'
}

interface Cover {
  createdAt: Date
  timeZone: string
  practice: string
  /** Titles of parts. */
  leftOut: readonly string[]
}

/** What the PDF begins with. */
export function coverSheet({ createdAt, timeZone, practice, leftOut }: Cover): RecordPage['sheet'] {
  return [
    { type: 'heading', level: 1, text: 'Health record' },
    {
      type: 'facts',
      facts: [
        { name: 'From', value: practice },
        { name: 'Prepared', value: momentText(createdAt, timeZone) },
        ...(leftOut.length === 0
          ? []
          : [{ name: 'Left out, because the practice does not offer it online', value: leftOut.join(', ') }]),
      ],
    },
  ]
}
