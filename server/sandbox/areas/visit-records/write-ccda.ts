import escapeHtml from 'escape-html'
import type { NamedPerson } from '../../seed/people.ts'

/** The narrative is the text, then the table. */
export interface CcdaSection {
  title: string
  /** LOINC, and the template of C-CDA R2.1. */
  code: string
  template: string
  text?: string
  columns?: string[]
  rows?: string[][]
}

export interface CcdaSource {
  person: NamedPerson
  practiceName: string
  provider: string
  /** `yyyy-MM-dd`. */
  day: string
  sections: readonly CcdaSection[]
}

const hl7Gender = { 1: 'M', 2: 'F', 3: 'UN' } as const
const root = '2.16.840.1.113883'

/** Returns a Continuity of Care Document (C-CDA R2.1) with narrative and without coded entries, as XML. */
export function writeCcda({ person, practiceName, provider, day, sections }: CcdaSource): string {
  const time = day.replaceAll('-', '')
  const { firstName, lastName, emrid, dob, gender, zip } = person
  return `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3">
  <realmCode code="US"/>
  <typeId root="${root}.1.3" extension="POCD_HD000040"/>
  <templateId root="${root}.10.20.22.1.1" extension="2015-08-01"/>
  <templateId root="${root}.10.20.22.1.2" extension="2015-08-01"/>
  <id root="${root}.19.5" extension="${escapeHtml(`${emrid}-${time}`)}"/>
  <code code="34133-9" codeSystem="${root}.6.1" displayName="Summarization of Episode Note"/>
  <title>Visit Record</title>
  <effectiveTime value="${time}"/>
  <confidentialityCode code="N" codeSystem="${root}.5.25"/>
  <languageCode code="en-US"/>
  <recordTarget><patientRole>
    <id root="${root}.19.5" extension="${escapeHtml(emrid)}"/>
    <addr><postalCode>${escapeHtml(zip)}</postalCode><country>US</country></addr>
    <telecom nullFlavor="UNK"/>
    <patient>
      <name use="L"><given>${escapeHtml(firstName)}</given><family>${escapeHtml(lastName)}</family></name>
      <administrativeGenderCode code="${hl7Gender[gender]}" codeSystem="${root}.5.1"/>
      <birthTime value="${dob.replaceAll('-', '')}"/>
    </patient>
  </patientRole></recordTarget>
  <author>
    <time value="${time}"/>
    <assignedAuthor><id nullFlavor="UNK"/><assignedPerson><name>${escapeHtml(provider)}</name></assignedPerson></assignedAuthor>
  </author>
  <custodian><assignedCustodian><representedCustodianOrganization>
    <id nullFlavor="UNK"/><name>${escapeHtml(practiceName)}</name>
  </representedCustodianOrganization></assignedCustodian></custodian>
  <component><structuredBody>
${sections.map(sectionXml).join('\n')}
  </structuredBody></component>
</ClinicalDocument>
`
}

function sectionXml({ title, code, template, text, columns = [], rows = [] }: CcdaSection): string {
  const paragraph = text === undefined ? '' : `<paragraph>${escapeHtml(text)}</paragraph>`
  return `    <component><section>
      <templateId root="${root}.10.20.22.2.${template}" extension="2015-08-01"/>
      <code code="${code}" codeSystem="${root}.6.1"/>
      <title>${escapeHtml(title)}</title>
      <text>${paragraph}${rows.length === 0 ? '' : tableXml(columns, rows)}</text>
    </section></component>`
}

function tableXml(columns: readonly string[], rows: readonly string[][]): string {
  const cells = (row: readonly string[]) => row.map((words) => `<td>${escapeHtml(words)}</td>`).join('')
  const head = columns.map((name) => `<th>${escapeHtml(name)}</th>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`
}
