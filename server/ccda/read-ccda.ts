import { refusalOfShownPdf } from '../pdf/active-content.ts'
import {
  InvalidCcda,
  NoClinicalDocument,
  type Anchor,
  type Ccda,
  type CcdaBody,
  type CcdaPatient,
  type Paragraph,
  type Picture,
  type Section,
} from './ccda.ts'
import { dayOf, headerFacts, patientOf, type HeaderParts } from './header.ts'
import { missingWords } from './hl7-words.ts'
import { bytesOfBase64, isPdf, pictureType } from './inline-bytes.ts'
import { narrativeOf } from './narrative.ts'
import { referencesOf, type References } from './references.ts'
import {
  childrenOf,
  rawTextIn,
  readElements,
  textIn,
  within,
  type Element,
  type Visitor,
  type XmlOptions,
} from './read-elements.ts'

/** A section as it stands in the file: pictures of its text may follow after it. */
interface OpenSection {
  level: number
  id?: string
  anchor: Anchor
  nullFlavor?: string
  code?: Element
  title?: Element
  text?: Element
}

interface Parts extends HeaderParts {
  root?: Element
  title?: Element
  code?: Element
  sections: OpenSection[]
  /** Characters of text that were read so far. */
  textLength: number
  pictures: Map<string, Picture>
  body?: Element
  hasSections: boolean
}

/**
 * Reads a C-CDA document: who it is about, and its narrative as blocks or the PDF that it contains, which is inspected.
 * Codes and entries are not read. Nothing outside the file is ever opened. Throws InvalidCcda.
 */
export async function readCcda(file: Uint8Array, options?: XmlOptions): Promise<Ccda> {
  const parts: Parts = { authors: [], sections: [], textLength: 0, pictures: new Map(), hasSections: false }
  /** The sections that contain the current element, the outermost first. */
  const open: OpenSection[] = []
  /** The IDs of the regions of a picture that contain the current element. */
  const regions: string[] = []
  const visitor: Visitor = {
    fateOf,
    entered: (path, element) => {
      parts.root ??= checkedRoot(element)
      if (path.at(-1) === 'structuredBody') parts.hasSections = true
      if (path.at(-1) === 'regionOfInterest') regions.push(element.attributes.ID ?? '')
      if (path.at(-1) !== 'section') return
      const anchor = { name: `doc-section-${parts.sections.length + 1}`, isPlaced: true }
      const section = {
        level: open.length + 1,
        id: element.attributes.ID,
        anchor,
        nullFlavor: element.attributes.nullFlavor,
      }
      parts.sections.push(section)
      open.push(section)
    },
    left: (path) => {
      if (path.at(-1) === 'section') open.pop()
      if (path.at(-1) === 'regionOfInterest') regions.pop()
    },
    kept: (path, element) => keep(parts, { path, element, regions, section: open.at(-1) }),
  }
  readElements(file, visitor, options)
  const document = assembled(parts)
  if (document.kind === 'pdf') await inspect(document.bytes, parts.body ?? { line: 1, column: 1 })
  return document
}

async function inspect(pdf: Buffer, place: { line: number; column: number }): Promise<void> {
  const refusal = await refusalOfShownPdf(pdf)
  if (refusal) throw new InvalidCcda(`its PDF is not safe to open or damaged (${refusal})`, place)
}

const single = [
  'title',
  'code',
  'effectiveTime',
  'recordTarget',
  'custodian',
  'languageCode',
  'componentOf',
  'documentationOf',
] as const
type SinglePart = (typeof single)[number]
const isSingle = (name: string): name is SinglePart => single.some((each) => each === name)
/** In characters, some 220 pages: the longest of ten vendors has 3,400. */
const mostText = 1_000_000

const sectionParts = new Set(['title', 'code', 'text'])
/** What leads from the root to sections, and from sections to pictures. */
const entered = new Set(
  ['component', 'structuredBody', 'section'].concat(['entry', 'organizer', 'regionOfInterest', 'entryRelationship']),
)

function fateOf(path: readonly string[]): 'keep' | 'enter' | 'skip' {
  const [name = '', parent] = [path.at(-1), path.at(-2)]
  if (parent === undefined) return 'enter'
  if (parent === 'ClinicalDocument' && (isSingle(name) || name === 'author')) return 'keep'
  if (parent === 'section' && sectionParts.has(name)) return 'keep'
  if (name === 'nonXMLBody' || name === 'observationMedia') return 'keep'
  return entered.has(name) ? 'enter' : 'skip'
}

function checkedRoot(element: Element): Element {
  if (element.name !== 'ClinicalDocument')
    throw new NoClinicalDocument('not a clinical document (ClinicalDocument of urn:hl7-org:v3)', element)
  return element
}

interface Kept {
  path: readonly string[]
  element: Element
  section: OpenSection | undefined
  regions: readonly string[]
}

/** The first of several counts: a second title or patient is a fault of the file. */
function keep(parts: Parts, { path, element, section, regions }: Kept): void {
  const name = element.name
  if (name === 'nonXMLBody') parts.body ??= element
  else if (name === 'observationMedia') keepPicture(parts, element, regions)
  else if (path.at(-2) === 'section' && section) keepOfSection(parts, { section, element })
  else if (name === 'author') parts.authors.push(element)
  else if (isSingle(name)) parts[name] ??= element
}

function keepOfSection(parts: Parts, { section, element }: { section: OpenSection; element: Element }): void {
  parts.textLength += rawTextIn(element).length
  checkLength(parts.textLength, element)
  if (element.name === 'title' || element.name === 'code' || element.name === 'text') section[element.name] ??= element
}

function checkLength(length: number, place: Element): void {
  if (length > mostText) throw new InvalidCcda(`more than ${mostText} characters of text`, place)
}

/** Only bytes within the file are shown; a `reference` is not followed. Text may refer to a region of the picture. */
function keepPicture({ pictures }: Parts, media: Element, regions: readonly string[]): void {
  const value = within(media, 'value')
  const bytes = value?.attributes.representation === 'B64' ? bytesOfBase64(rawTextIn(value)) : undefined
  const type = bytes && pictureType(bytes)
  if (!bytes || !type) return
  const anchors = [{ name: `doc-picture-${pictures.size + 1}`, isPlaced: false }]
  const picture: Picture = { kind: 'picture', type, bytes, anchors }
  for (const id of [media.attributes.ID ?? '', ...regions]) if (!pictures.has(id)) pictures.set(id, picture)
}

function assembled(parts: Parts): Ccda {
  const root = parts.root ?? { line: 1, column: 1 }
  const organization = within(parts.custodian, 'assignedCustodian', 'representedCustodianOrganization')
  const custodian = textIn(within(organization, 'name'))
  if (!parts.recordTarget) throw new InvalidCcda('names no patient (recordTarget)', root)
  const patient: CcdaPatient = patientOf(parts.recordTarget)
  return {
    title: textIn(parts.title) || (parts.code?.attributes.displayName ?? 'Visit record'),
    date: dayOf(parts.effectiveTime?.attributes.value),
    patient,
    facts: headerFacts(parts),
    ...(custodian === '' ? {} : { custodian }),
    ...bodyOf(parts, root),
  }
}

function bodyOf(parts: Parts, root: { line: number; column: number }): CcdaBody {
  if (parts.body) return contentOf(parts.body)
  if (!parts.hasSections) throw new InvalidCcda('has no content (structuredBody or nonXMLBody)', root)
  const references = referencesOf(parts)
  /** Each picture is shown once: many references to one would multiply its bytes. */
  const unshown = new Set(parts.pictures.values())
  const pictureOf = (ids: readonly string[]) => {
    const picture = ids.map((id) => parts.pictures.get(id)).find((each) => each && unshown.has(each))
    if (picture) unshown.delete(picture)
    return picture
  }
  const sections = parts.sections.map((section, at) => {
    const hasOthers = (parts.sections[at + 1]?.level ?? 0) > section.level
    return sectionOf(section, { pictureOf, references, hasOthers })
  })
  return { kind: 'sections', sections, anchors: references.names() }
}

interface SectionReading {
  pictureOf(ids: readonly string[]): Picture | undefined
  references: References
  /** Whether there are sections within it. */
  hasOthers: boolean
}

function sectionOf(section: OpenSection, reading: SectionReading): Section {
  const { level, code, title, text, anchor } = section
  const missing = missingWords(text?.attributes.nullFlavor ?? section.nullFlavor)
  const narrative = text ? narrativeOf(text, reading) : { blocks: [], footnotes: [] }
  const loinc = code?.attributes.code
  return {
    heading: textIn(title) || (code?.attributes.displayName ?? 'Section'),
    ...(loinc === undefined ? {} : { code: loinc }),
    level,
    anchor,
    ...narrative,
    empty: narrative.blocks.length > 0 || reading.hasOthers ? '' : missing === '' ? nothing : `${missing}.`,
  }
}

const nothing = 'Nothing is recorded here.'

/** A body that is no XML: text, or else a PDF. */
function contentOf(body: Element): CcdaBody {
  const text = within(body, 'text') ?? body
  const { mediaType = '', representation } = text.attributes
  const hasReference = childrenOf(text, 'reference').length > 0
  if (hasReference || !/^text\/plain\b/i.test(mediaType)) return { kind: 'pdf', bytes: pdfIn(body) }
  const raw = rawTextIn(text)
  const words = representation === 'B64' ? bytesOfBase64(raw)?.toString('utf8') : raw
  if (words === undefined) throw new InvalidCcda('its content is not valid base64', text)
  checkLength(words.length, text)
  return { kind: 'sections', sections: [plainSection(words)], anchors: ['doc-section-1'] }
}

/** Lines stay lines; an empty one ends a paragraph. */
function plainSection(words: string): Section {
  const blocks = words
    .split(/\r?\n\s*\r?\n|\f/)
    .map((part) => part.split(/\r?\n/).map((line) => line.trim()))
    .map((lines) => lines.filter((line) => line !== ''))
    .filter((lines) => lines.length > 0)
    .map((lines): Paragraph => {
      const runs = lines.flatMap((text, at) => (at === 0 ? [{ text }] : [{ text: '\n' }, { text }]))
      return { kind: 'paragraph', runs }
    })
  const anchor = { name: 'doc-section-1', isPlaced: true }
  return { heading: 'Text', level: 1, anchor, blocks, footnotes: [], empty: blocks.length > 0 ? '' : nothing }
}

function pdfIn(body: Element): Buffer {
  const text = within(body, 'text') ?? body
  const refuse = (reason: string) => new InvalidCcda(reason, text)
  if (childrenOf(text, 'reference').length > 0)
    throw refuse('its content is elsewhere, and references are not followed')
  if (text.attributes.representation !== 'B64' || text.attributes.compression !== undefined)
    throw refuse('its content is neither sections nor a PDF in base64')
  const bytes = bytesOfBase64(rawTextIn(text))
  if (!bytes) throw refuse('its content is not valid base64')
  if (!isPdf(bytes)) throw refuse('its content is not a PDF')
  return bytes
}
