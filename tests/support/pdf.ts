import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a reader finds in a PDF. */
export interface ReadPdf {
  title: string
  language: string
  isTagged: boolean
  /** The text of each page, with a blank between its pieces. */
  pages: string[]
  /** All text but what is decoration, such as page numbers, with a blank between its pieces. */
  content: string
  /** The types of its structure elements, in order. */
  elements: string[]
  /** The descriptions of its figures. */
  figures: string[]
  /** How many pictures are drawn. */
  pictures: number
  /** Its links to other places of itself: on which page they stand, and to which they lead. */
  links: { page: number; leadsTo: number }[]
  /** The titles of its outline. */
  bookmarks: string[]
}

/** Reads a PDF as assistive technology does. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await task.promise
  const { info } = (await document.getMetadata()) as unknown as { info: { Title: string; Language: string } } // of any PDF
  const pages: string[] = []
  const content: string[] = []
  const elements: string[] = []
  const figures: string[] = []
  const links: ReadPdf['links'] = []
  let pictures = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    pages.push(items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' '))
    content.push(...withoutArtifacts(items))
    const tree = (await page.getStructTree()) as object | null // null in a file without tags
    elements.push(...(tree ? rolesIn(tree) : []))
    figures.push(...(tree ? figuresIn(tree) : []))
    const { fnArray } = await page.getOperatorList()
    for (const { dest } of (await page.getAnnotations()) as { dest?: string }[]) {
      if (dest === undefined) continue
      const [ref] = (await document.getDestination(dest)) ?? []
      links.push({ page: number, leadsTo: ref ? (await document.getPageIndex(ref)) + 1 : 0 })
    }
    pictures += fnArray.filter((operation) => operation === OPS.paintImageXObject).length
  }
  const bookmarks = ((await document.getOutline()) as { title: string }[] | null)?.map(({ title }) => title) ?? []
  const isTagged = (await document.getMarkInfo())?.Marked === true
  await task.destroy()
  return {
    title: info.Title,
    language: info.Language,
    isTagged,
    pages,
    content: content.join(' '),
    elements,
    figures,
    pictures,
    links,
    bookmarks,
  }
}

type TextItem = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number]

function withoutArtifacts(items: readonly TextItem[]): string[] {
  const tags: string[] = []
  return items.flatMap((item) => {
    if ('str' in item) return tags.includes('Artifact') ? [] : [item.str]
    if (item.type === 'endMarkedContent') tags.pop()
    else tags.push((item as unknown as { tag: string }).tag) // its types leave it out
    return []
  })
}

function figuresIn(node: object): string[] {
  const { role, alt = '', children = [] } = node as { role?: string; alt?: string; children?: object[] } // as below
  return [...(role === 'Figure' ? [alt] : []), ...children.flatMap(figuresIn)]
}

function rolesIn(node: object): string[] {
  const { role, children = [] } = node as { role?: string; children?: object[] } // an element, or what it contains
  return [...(role ? [role] : []), ...children.flatMap(rolesIn)]
}
