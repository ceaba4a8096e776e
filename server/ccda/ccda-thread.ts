import { serveThread } from '../threads/serve-thread.ts'
import { InvalidCcda, type Ccda } from './ccda.ts'
import { contentsHtml, sectionsHtml } from './ccda-html.ts'
import { drawCcda } from './draw-ccda.ts'
import { otherPatientWords } from './named-patient.ts'
import type { CcdaContent, CcdaOutput, CcdaWork } from './open-ccda.ts'
import { readCcda } from './read-ccda.ts'

serveThread(openCcda)

async function openCcda(work: CcdaWork): Promise<CcdaOutput<CcdaContent | Buffer>> {
  try {
    const document = await readCcda(work.xml, { encoding: 'utf-8' })
    const warning = work.chart && otherPatientWords(document.patient, work.chart)
    return { shown: work.as === 'pdf' ? await pdfOf(document, { ...work, warning }) : contentOf(document, warning) }
  } catch (error) {
    if (!(error instanceof InvalidCcda)) throw error
    const { reason, line, column } = error
    return { invalid: { reason, line, column } }
  }
}

function pdfOf(document: Ccda, options: { createdAt: Date; warning?: string }): Buffer | Promise<Buffer> {
  return document.kind === 'pdf' ? document.bytes : drawCcda(document, options)
}

function contentOf(document: Ccda, warning: string | undefined): CcdaContent {
  const { title, facts } = document
  if (document.kind === 'pdf') return { kind: 'pdf', title, facts, warning }
  return {
    kind: 'sections',
    title,
    facts,
    warning,
    contents: contentsHtml(document),
    sections: sectionsHtml(document, { level: 2 }),
    anchors: document.anchors,
  }
}
