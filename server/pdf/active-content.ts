import { UnreadablePdf, type UnreadableReason } from './pdf-limits.ts'
import { PdfDictionary, PdfReference, targetsOf, type PdfValue, type Resolve } from './pdf-values.ts'
import { readPdf, type PdfObject } from './read-pdf.ts'

/** What a document may not contain: it acts, starts programs, carries files or media, or opens connections by itself. */
type ActiveContent = 'script' | 'program' | 'files' | 'media' | 'connection'

/** Why a PDF is refused; one that is cut off has lost its end. */
export type PdfRefusal = ActiveContent | UnreadableReason | 'cut off'

/** Readers look for the end in these last bytes. */
const endWithin = 1024

/**
 * Says why a PDF is refused: it contains something active that is not among the accepted, or a place that cannot be inspected, or has no
 * end. Undefined for a harmless document; links, the page at which it opens, and forms without scripts are harmless.
 */
export async function refusalOfPdf(
  content: Buffer,
  accepted: readonly ActiveContent[] = [],
): Promise<PdfRefusal | undefined> {
  const automatic: Follow[] = []
  const kinds = new Set<ActiveContent>()
  const see = ({ value }: PdfObject) => {
    for (const kind of activeContentOf(value, automatic)) if (!accepted.includes(kind)) kinds.add(kind)
  }
  try {
    const resolve = await readPdf(content, see)
    if (kinds.size === 0 && (await opensConnection(automatic, resolve))) return 'connection'
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error
    if (kinds.size === 0) return error.reason
  }
  return order.find((kind) => kinds.has(kind)) ?? (hasEnd(content) ? undefined : 'cut off')
}

/** Opened by a click only; programs of practices attach the data of a document to it. */
const carried = ['files', 'media'] as const

/** Why a document of a practice is refused. */
export type ShownPdfRefusal = Exclude<PdfRefusal, (typeof carried)[number]>

/** As `refusalOfPdf`, for a document of a practice: files and media within it are accepted. */
export async function refusalOfShownPdf(content: Buffer): Promise<ShownPdfRefusal | undefined> {
  const refusal = await refusalOfPdf(content, carried)
  return refusal === 'files' || refusal === 'media' ? undefined : refusal
}

/** Readers need one of these to show a page. */
function hasEnd(content: Buffer): boolean {
  const end = content.subarray(-endWithin)
  return end.includes('%%EOF') || end.includes('startxref')
}

/** The gravest comes first. */
const order: readonly ActiveContent[] = ['script', 'program', 'files', 'media', 'connection']

/** A value that a document uses by itself. */
interface Follow {
  value: PdfValue
  /** An action or a place to go to; what comes after an action, which may be several; or an action for each event. */
  as: 'action' | 'next' | 'events'
}

/** Forms have one for each field that reacts to something. */
const mostAutomatic = 50_000

/** What a name means as the value of a key, or as an object of its own (ISO 32000-2: 7.11.4, 12.6.4, 13.7). */
const names = new Map<string, { key: string; kind: ActiveContent }>([
  ['JavaScript', { key: 'S', kind: 'script' }],
  ['Launch', { key: 'S', kind: 'program' }],
  ['EmbeddedFile', { key: 'Type', kind: 'files' }],
  ['RichMedia', { key: 'Subtype', kind: 'media' }],
  ['RichMediaExecute', { key: 'S', kind: 'media' }],
])

/** What a key means wherever it is (ISO 32000-2: 7.7.4, 7.11.3, 12.7.3, 13.6). */
const keys = new Map<string, ActiveContent>([
  ['JavaScript', 'script'],
  ['XFA', 'script'],
  ['OnInstantiate', 'script'],
  ['EF', 'files'],
  ['EmbeddedFiles', 'files'],
])

/** Looks at everything within an object, and collects what the document does by itself. */
function activeContentOf(object: PdfValue, automatic: Follow[]): ActiveContent[] {
  if (typeof object === 'string') return [names.get(object)?.kind ?? []].flat()
  const kinds: ActiveContent[] = []
  const left = [object]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    const within =
      value instanceof PdfDictionary ? value.entries.map(([, each]) => each) : Array.isArray(value) ? value : []
    for (const each of within) if (each instanceof PdfDictionary || Array.isArray(each)) left.push(each)
    if (!(value instanceof PdfDictionary)) continue
    kinds.push(...ofDictionary(value))
    automatic.push(...value.all('OpenAction').map((each): Follow => ({ value: each, as: 'action' })))
    automatic.push(...value.all('AA').map((each): Follow => ({ value: each, as: 'events' })))
    if (automatic.length > mostAutomatic) throw new UnreadablePdf()
  }
  return kinds
}

function ofDictionary(dictionary: PdfDictionary): ActiveContent[] {
  // A rendition action runs a script without the name JavaScript; a font may be called JS.
  const kinds: ActiveContent[] = dictionary.has('JS') && dictionary.has('S') ? ['script'] : []
  for (const [key, value] of dictionary.entries) {
    const meaning = typeof value === 'string' ? names.get(value) : undefined
    const kind = keys.get(key) ?? (meaning?.key === key ? meaning.kind : undefined)
    if (kind) kinds.push(kind)
  }
  return kinds
}

/** Actions that send data, fetch them, or open an address or another file, which may be on a server. Links ask first. */
const connecting = new Set<PdfValue>(['URI', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE'])

/** Whether a document opens a connection without a click, also by an action that comes after another. */
async function opensConnection(automatic: readonly Follow[], resolve: Resolve): Promise<boolean> {
  const left = [...automatic]
  const seen = new Set<string>()
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, as } = next
    if (value instanceof PdfReference) {
      const once = `${value.number} ${as}`
      if (!seen.has(once)) left.push(...(await resolve(value.number)).map((each) => ({ value: each, as })))
      seen.add(once)
    } else if (as === 'next' && Array.isArray(value)) {
      for (const each of value) left.push({ value: each, as })
    } else if (value instanceof PdfDictionary && as === 'events') {
      for (const [, each] of value.entries) left.push({ value: each, as: 'action' })
    } else if (value instanceof PdfDictionary) {
      if ((await targetsOf(value.all('S'), resolve)).some((each) => connecting.has(each))) return true
      for (const each of value.all('Next')) left.push({ value: each, as: 'next' })
    }
  }
  return false
}
