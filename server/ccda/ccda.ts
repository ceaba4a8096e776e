/**
 * A clinical document (HL7 CDA R2, as C-CDA uses it), reduced to what a person reads. The narrative blocks are those of
 * CDA R2, section 4.3.5; nothing of the source's markup is kept but what is listed here.
 */
export type Ccda = CcdaHeader & CcdaBody

export interface CcdaHeader {
  title: string
  /** `yyyy-MM-dd`, as the clock stood where it was written. */
  date?: string
  patient: CcdaPatient
  /** The organization that keeps the document. */
  custodian?: string
  /** What stands below the title. Values are words; times are as exact, and in the zone, as the document has them. */
  facts: { name: string; value: string }[]
}

export type CcdaBody =
  | { kind: 'sections'; sections: Section[]; /** Names of the places that can be led to. */ anchors: string[] }
  | { kind: 'pdf'; bytes: Buffer }

export interface CcdaPatient extends CcdaPerson {
  ids: { root: string; extension: string }[]
  /** `yyyy-MM-dd` */
  birthDay?: string
  /** As HL7 codes it: `M`, `F`, `UN`. */
  gender?: string
  guardians: (CcdaPerson & { /** HL7 RoleCode: `MTH`. */ relation?: string })[]
}

interface CcdaPerson {
  /** All parts of the name, as it is read. */
  name: string
  given: string[]
  family: string
  address?: { street: string[]; city: string; state: string; zip: string }
  /** `use` is that of HL7: `HP` at home, `MC` mobile. */
  phones: { use: string; number: string }[]
  email?: string
}

export interface Section {
  heading: string
  /** LOINC: `48765-2`. */
  code?: string
  /** 1, or more for a section within another. */
  level: number
  blocks: Block[]
  /** Each begins with its number, which leads to where it stands in the text. Numbers go on from section to section. */
  footnotes: Block[][]
  anchor: Anchor
  /** In place of a text that there is not; empty if there is one, or sections within it. */
  empty: string
}

/** A place within the document. Its name is made here: names of the source are not shown. */
export interface Anchor {
  name: string
  /** Whether it is part of what is shown; else nothing leads there. */
  isPlaced: boolean
}

export type Block = Paragraph | List | Table | Picture

export interface Paragraph {
  kind: 'paragraph'
  runs: Run[]
}

interface List {
  kind: 'list'
  ordered: boolean
  items: Block[][]
}

export interface Table {
  kind: 'table'
  caption: Run[]
  head: Cell[][]
  rows: Cell[][]
}

export interface Cell {
  /** Names a column or a row. */
  heads?: 'col' | 'row'
  colspan: number
  rowspan: number
  blocks: Block[]
}

export interface Picture {
  kind: 'picture'
  type: 'png' | 'jpeg' | 'gif'
  bytes: Buffer
  anchors?: Anchor[]
}

/** A piece of text, or with the text `\n` the beginning of a new line. */
export interface Run extends Style {
  text: string
  /** The places that begin here. */
  anchors?: Anchor[]
}

export interface Style {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  position?: 'sub' | 'super'
  /** An absolute http or https address. */
  href?: string
  /** Where else in the document it leads. */
  target?: Anchor
}

/** Why a file is not read, and where. Lines and columns begin with 1. */
export class InvalidCcda extends Error {
  override readonly name: string = 'InvalidCcda'
  readonly reason: string
  readonly line: number
  readonly column: number
  /** `line 3, column 5:` */
  readonly place: string
  constructor(reason: string, { line, column }: { line: number; column: number }) {
    const place = `line ${line}, column ${column}:`
    super(`${place} ${reason}`)
    this.place = place
    this.reason = reason
    this.line = line
    this.column = column
  }
}

/** XML of another kind. */
export class NoClinicalDocument extends InvalidCcda {
  override readonly name = 'NoClinicalDocument'
}
