import type { Anchor } from './ccda.ts'
import type { Element } from './read-elements.ts'

export interface Footnote {
  number: number
  /** Where it stands, at the end of its section. */
  place: Anchor
  /** Where the text first refers to it. */
  mark: Anchor
}

/** The places of a document to which its text refers, under names of our own. */
export interface References {
  /** Returns the place with an ID of the document, if something refers to it. */
  anchorOf(id: string | undefined): Anchor | undefined
  /** Returns the place that an element of the text with this ID is: once, because IDs may be there twice. */
  placeAt(id: string | undefined): Anchor | undefined
  footnoteOf(element: Element): Footnote | undefined
  footnoteWith(id: string | undefined): Footnote | undefined
  pictureWith(id: string): Anchor | undefined
  /** Returns the names of those that are part of what is shown. */
  names(): string[]
}

interface Referring {
  sections: readonly { id?: string; text?: Element; anchor: Anchor }[]
  pictures: ReadonlyMap<string, { anchors?: Anchor[] }>
}

/** Looks for everything in the text of sections that refers to another place. Of several with one ID the first counts. */
export function referencesOf({ sections, pictures }: Referring): References {
  const footnotes = new Map<Element, Footnote>()
  const byId = new Map<string, Footnote>()
  const targets = new Set<string>()
  const places = new Map<string, Anchor>()
  const anchors = new Map<string, Anchor>()
  const newAnchor = (name: string): Anchor => ({ name, isPlaced: false })
  const look = (element: Element): void => {
    const { ID, href } = element.attributes
    const [, id] = (element.name === 'linkHtml' && /^\s*#(\S+)\s*$/.exec(href ?? '')) || []
    if (id !== undefined) targets.add(id)
    if (element.name === 'footnote') {
      const number = footnotes.size + 1
      const note = { number, place: newAnchor(`doc-note-${number}`), mark: newAnchor(`doc-mark-${number}`) }
      footnotes.set(element, note)
      if (ID !== undefined && !byId.has(ID)) byId.set(ID, note)
    }
    for (const child of element.children) if (typeof child !== 'string') look(child)
  }
  for (const { text } of sections) if (text) look(text)
  const ofSections = new Map(sections.map(({ id, anchor }) => [id, anchor]))
  for (const id of targets) {
    const known = byId.get(id)?.place ?? ofSections.get(id) ?? pictures.get(id)?.anchors?.[0]
    const anchor = known ?? newAnchor(`doc-place-${places.size + 1}`)
    anchors.set(id, anchor)
    if (!known) places.set(id, anchor)
  }
  const ofNotes = () => [...footnotes.values()].flatMap(({ place, mark }) => [place, mark])
  const ofPictures = () => [...pictures.values()].flatMap((picture) => picture.anchors ?? [])
  return {
    anchorOf: (id) => (id === undefined ? undefined : anchors.get(id)),
    placeAt: (id = '') => {
      const place = places.get(id)
      places.delete(id)
      return place
    },
    footnoteOf: (element) => footnotes.get(element),
    footnoteWith: (id) => (id === undefined ? undefined : byId.get(id)),
    pictureWith: (id) => pictures.get(id)?.anchors?.[0],
    names: () => {
      const all = [...sections.map(({ anchor }) => anchor), ...ofNotes(), ...ofPictures(), ...anchors.values()]
      return [...new Set(all.filter(({ isPlaced }) => isPlaced).map(({ name }) => name))]
    },
  }
}
