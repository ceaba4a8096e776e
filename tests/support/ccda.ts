import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** Returns the titles and the narrative of all sections as words, read without the code under test. */
export function narrativeWords(xml: string): string[] {
  const body = xml
    .slice(xml.indexOf('<structuredBody'))
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/<entry\b[^]*?<\/entry>/g, '')
    .replaceAll(/<[^<>]*\/>/g, ' ')
  return [...body.matchAll(/<(title|text)\b[^>]*>([^]*?)<\/\1>/g)].flatMap(([, , content = '']) => wordsOf(content))
}

/** Returns the words of HTML, from its first heading of the second level on. */
export const wordsOfSections = (html: string): string[] => wordsOf(html.slice(html.indexOf('<h2')))

/** Elements whose begin and end part no words. */
const inlineTag = /<\/?(content|sub|sup|linkHtml|strong|em|u|a)\b[^>]*>/g
const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function wordsOf(markup: string): string[] {
  const text = markup.replaceAll(inlineTag, '').replaceAll(/<[^>]*>/g, ' ')
  const decoded = text.replaceAll(/&#?(\w+);/g, (entity, name: string) => {
    if (!entity.startsWith('&#')) return named[name] ?? '?'
    return String.fromCodePoint(Number(name.replace(/^x/i, '0x')))
  })
  return decoded.split(/\s+/).filter((word) => word !== '')
}
