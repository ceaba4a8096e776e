import {
  InvalidCcda,
  NoClinicalDocument,
  type Anchor,
  type Ccda,
  type CcdaBody,
  type CcdaPatient,
  type Picture,
  type Section,
} from './ccda.ts'
import { dayOf, patientOf } from './header.ts'
import { bytesOfBase64, isPdf, pictureType } from './inline-bytes.ts'
import { narrativeOf } from './narrative.ts'
import { referencesOf, type References } from './references.ts'
import { childrenOf, rawTextIn, readElements, textIn, within, type Element } from './read-elements.ts'

/** A section as it stands in the file: pictures of its text may follow after it. */
interface OpenSection {
  level: number
  id?: string
  anchor: Anchor
  code?: Element
  title?: Element
  text?: Element
}

interface Parts {
  root?: Element
  title?: Element
  code?: Element
  time?: Element
  recordTarget?: Element
  custodian?: Element
  sections: OpenSection[]
  pictures: Map<string, Picture>
  body?: Element
  hasSections: boolean
}

/**
 * Reads a C-CDA document: who it is about, and its narrative as blocks or the PDF that it contains. Codes and entries are
 * not read. Nothing outside the file is ever opened. Throws InvalidCcda.
 */
export async function readCcda(file: Uint8Array | string): Promise<Ccda> {
  const parts: Parts = { sections: [], pictures: new Map(), hasSections: false }
  /** The sections that contain the current element, the outermost first. */
  const open: OpenSection[] = []
  /** The IDs of the regions of a picture that contain the current element. */
  const regions: string[] = []
  await readElements(file, {
    fateOf,
    entered: (path, element) => {
      parts.root ??= checkedRoot(element)
      if (path.at(-1) === 'structuredBody') parts.hasSections = true
      if (path.at(-1) === 'regionOfInterest') regions.push(element.attributes.ID ?? '')
      if (path.at(-1) !== 'section') return
      const anchor = { name: `doc-section-${parts.sections.length + 1}`, isPlaced: true }
      const section = { level: open.length + 1, id: element.attributes.ID, anchor }
      parts.sections.push(section)
      open.push(section)
    },
    left: (path) => {
      if (path.at(-1) === 'section') open.pop()
      if (path.at(-1) === 'regionOfInterest') regions.pop()
    },
    kept: (path, element) => keep(parts, { path, element, regions, section: open.at(-1) }),
  })
  return assembled(parts)
}

const headerParts = new Set(['title', 'code', 'effectiveTime', 'recordTarget', 'custodian'])
const sectionParts = new Set(['title', 'code', 'text'])
/** What leads from the root to sections, and from sections to pictures. */
const entered = new Set(
  ['component', 'structuredBody', 'section'].concat(['entry', 'organizer', 'regionOfInterest', 'entryRelationship']),
)

function fateOf(path: readonly string[]): 'keep' | 'enter' | 'skip' {
  const [name = '', parent] = [path.at(-1), path.at(-2)]
  if (parent === undefined) return 'enter'
  if (parent === 'ClinicalDocument' && headerParts.has(name)) return 'keep'
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
  else if (path.at(-2) === 'section' && section) keepOfSection(section, element)
  else if (name === 'effectiveTime') parts.time ??= element
  else if (name === 'title' || name === 'code' || name === 'recordTarget' || name === 'custodian')
    parts[name] ??= element
}

function keepOfSection(section: OpenSection, element: Element): void {
  if (element.name === 'title' || element.name === 'code' || element.name === 'text') section[element.name] ??= element
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
    date: dayOf(parts.time?.attributes.value),
    patient,
    ...(custodian === '' ? {} : { custodian }),
    ...bodyOf(parts, root),
  }
}

function bodyOf(parts: Parts, root: { line: number; column: number }): CcdaBody {
  if (parts.body) return { kind: 'pdf', bytes: pdfIn(parts.body) }
  if (!parts.hasSections) throw new InvalidCcda('has no content (structuredBody or nonXMLBody)', root)
  const references = referencesOf(parts)
  /** Each picture is shown once: many references to one would multiply its bytes. */
  const unshown = new Set(parts.pictures.values())
  const pictureOf = (ids: readonly string[]) => {
    const picture = ids.map((id) => parts.pictures.get(id)).find((each) => each && unshown.has(each))
    if (picture) unshown.delete(picture)
    return picture
  }
  const sections = parts.sections.map((section) => sectionOf(section, { pictureOf, references }))
  return { kind: 'sections', sections, anchors: references.names() }
}

interface SectionReading {
  pictureOf(ids: readonly string[]): Picture | undefined
  references: References
}

function sectionOf({ level, code, title, text, anchor }: OpenSection, reading: SectionReading): Section {
  const narrative = text ? narrativeOf(text, reading) : { blocks: [], footnotes: [] }
  const loinc = code?.attributes.code
  return {
    heading: textIn(title) || (code?.attributes.displayName ?? 'Section'),
    ...(loinc === undefined ? {} : { code: loinc }),
    level,
    anchor,
    ...narrative,
  }
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
