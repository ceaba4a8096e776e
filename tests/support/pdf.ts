import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a reader finds in a PDF. */
export interface ReadPdf {
  title: string
  language: string
  isTagged: boolean
  /** The text of each page, with a blank between its pieces. */
  pages: string[]
  /** The types of its structure elements, in order. */
  elements: string[]
}

/** Reads a PDF as assistive technology does. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await task.promise
  const { info } = (await document.getMetadata()) as unknown as { info: { Title: string; Language: string } } // of any PDF
  const pages: string[] = []
  const elements: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    elements.push(...rolesIn(await page.getStructTree()))
  }
  const isTagged = (await document.getMarkInfo())?.Marked === true
  await task.destroy()
  return { title: info.Title, language: info.Language, isTagged, pages, elements }
}

function rolesIn(node: object): string[] {
  const { role, children = [] } = node as { role?: string; children?: object[] } // an element, or what it contains
  return [...(role ? [role] : []), ...children.flatMap(rolesIn)]
}
