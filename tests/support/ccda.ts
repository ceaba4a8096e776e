import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { sharedFiles } from './practice-to-load.ts'

export const ccdaFiles = () => readdirSync(join(sharedFiles, 'ccda'))
export const ccdaBytes = (name: string) => readFileSync(join(sharedFiles, 'ccda', name))
export const hostileBytes = (name: string) => readFileSync(join(sharedFiles, 'negative', name))

/** A document about Ann Bell with this body; each part may be replaced. */
export function ccdaXml({
  before = '<?xml version="1.0" encoding="UTF-8"?>',
  patient = '<patient><name><given>Ann</given><family>Bell</family></name><birthTime value="19900214"/></patient>',
  text = '<paragraph>Well.</paragraph>',
  entries = '',
  body,
}: Partial<Record<'before' | 'patient' | 'text' | 'entries' | 'body', string>> = {}): string {
  const sections = `<structuredBody><component><section><title>Notes</title><text>${text}</text>${entries}</section></component></structuredBody>`
  return `${before}<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Visit</title><effectiveTime value="20260105093000-0500"/>
<recordTarget><patientRole><id root="1.2.3" extension="77"/>${patient}</patientRole></recordTarget>
<custodian><assignedCustodian><representedCustodianOrganization><name>Harbor Clinic</name></representedCustodianOrganization></assignedCustodian></custodian>
<component>${body ?? sections}</component></ClinicalDocument>`
}

/** Elements whose begin and end part no words. */
const inline = new Set(['content', 'sub', 'sup', 'linkHtml', 'footnote', 'footnoteRef'])
/** The content of these is hidden by definition. */
const hidden = new Set(['script', 'style', 'col', 'colgroup'])

/**
 * Returns the titles and the narrative of all sections as words, read without the code under test. A footnote stands at
 * the end of its section, behind its number, which also stands where the text refers to it.
 */
export function narrativeWords(xml: string): string[] {
  const sections: { text: string; notes: string[] }[] = []
  const path: string[] = []
  let notes = 0
  /** The place of the footnote that is being read, counted in its section. */
  let note: number | undefined
  const add = (text: string) => {
    const section = sections.at(-1)
    if (!section || !isNarrative(path)) return
    if (note === undefined) section.text += text
    else section.notes[note] += text
  }
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ local }) => {
    path.push(local)
    if (local === 'section') sections.push({ text: '', notes: [] })
    if (!inline.has(local)) add(' ')
    if (local !== 'footnote') return
    add(String(++notes))
    note = (sections.at(-1)?.notes.push(`${notes} `) ?? 0) - 1
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ local }) => {
    if (local === 'footnote') note = undefined
    if (!inline.has(local)) add(' ')
    path.pop()
  })
  parser.write(xml.replace(/^\uFEFF/, '')).close()
  return sections.flatMap(({ text, notes: own }) => [text, ...own].flatMap(parted))
}

function isNarrative(path: readonly string[]): boolean {
  const section = path.lastIndexOf('section')
  return section >= 0 && ['title', 'text'].includes(path[section + 1] ?? '') && !path.some((name) => hidden.has(name))
}

const parted = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** Returns the words of HTML, from its first heading of the second level on. */
export const wordsOfSections = (html: string): string[] => wordsOfHtml(html.slice(html.indexOf('<h2')))

const inlineTag = /<\/?(span|sub|sup|strong|em|u|a)\b[^>]*>/g
const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Returns the words of HTML in their order. */
export function wordsOfHtml(html: string): string[] {
  const text = html.replaceAll(inlineTag, '').replaceAll(/<[^>]*>/g, ' ')
  const decoded = text.replaceAll(/&#?(\w+);/g, (entity, name: string) => {
    if (!entity.startsWith('&#')) return named[name] ?? '?'
    return String.fromCodePoint(Number(name.replace(/^x/i, '0x')))
  })
  return parted(decoded)
}
