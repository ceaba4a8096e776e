import type { Attachment, DiagnosticReport, Observation, Quantity } from '@medplum/fhirtypes'
import type { TestResult } from '../../gateways/emr/test-results/test-results.ts'
import type { ExportedRecord, RecordPart } from '../../practice/extension-points.ts'
import { attachmentOf, usablePdf } from '../../practice/exported-files.ts'
import {
  decimal,
  fhirId,
  fhirReference,
  fhirUrl,
  hl7Code,
  usCoreProfile,
  type FhirResource,
} from '../../practice/fhir.ts'
import { partsOfHtml } from '../../practice/html-parts.ts'
import { partOffered } from '../../practice/offered.ts'
import { practitionerNamed } from '../../practice/practitioners.ts'
import { htmlSheet, sheetTable } from '../../practice/sheet-table.ts'
import { dateText, nameWithDay } from '../../protocol/time-words.ts'
import { rangeText, statusWords, valueText, type Value } from './test-results.rules.ts'

/** Each has its values and its document, which are calls of their own. */
const pageSize = 5

/** The results of laboratories with their values, the message of the physician, and the document. */
export const resultsPart: RecordPart = {
  id: 'testResults',
  title: 'Test results',
  offered: (reads) => partOffered(reads, 'testResults'),
  collect: async (record, page) => {
    const { emr, patientId } = record
    const { results, total } = await emr.testResults(patientId, { page: page + 1, size: pageSize })
    const collected = []
    for (const result of results) collected.push(await collectResult(record, result))
    return {
      pages: Math.max(1, Math.ceil(total / pageSize)),
      resources: collected.flatMap(({ resources }) => resources),
      sheet:
        total === 0
          ? [{ type: 'paragraph', text: 'The record names no test results.' }]
          : collected.flatMap(({ sheet }) => sheet),
    }
  },
}

async function collectResult(record: ExportedRecord, result: TestResult) {
  const { emr, patientId } = record
  const ref = { patientId, resultId: result.id }
  const values = (await emr.testResultValues(ref))?.values ?? []
  const file = await usablePdf(() => emr.testResultPdf(ref))
  const physician = await practitionerNamed(record, result.physician)
  const observations = values.map((value, at) => observation(record, { result, value, at }))
  const report: DiagnosticReport & FhirResource = {
    resourceType: 'DiagnosticReport',
    id: fhirId(record.licensee.id, 'DiagnosticReport', result.id),
    ...(result.day === '' ? {} : usCoreProfile('us-core-diagnosticreport-lab')),
    status: reportStates[result.status],
    category: [hl7Code('v2-0074', 'LAB', 'Laboratory')],
    code: { text: result.testType },
    subject: fhirReference(record.subject),
    ...(result.day === '' ? {} : { effectiveDateTime: result.day }),
    ...(result.releasedAt === '' ? {} : { issued: result.releasedAt }),
    ...(physician === undefined ? {} : { resultsInterpreter: [physician.reference] }),
    ...(observations.length === 0 ? {} : { result: observations.map(({ id }) => fhirReference(id)) }),
    ...(file.pdf ? { presentedForm: [attachment(file.pdf, result)] } : {}),
  }
  return {
    resources: [report, ...observations, ...(physician ? [physician.resource] : [])],
    sheet: [...sheetOf(result, values), ...file.sheet],
  }
}

const attachment = (pdf: Buffer, { testType }: TestResult): Attachment =>
  attachmentOf({ type: 'application/pdf', content: pdf, title: testType })

const reportStates = {
  final: 'final',
  preliminary: 'preliminary',
  corrected: 'corrected',
  canceled: 'cancelled',
} as const satisfies Record<TestResult['status'], DiagnosticReport['status']>

const interpretations = {
  Normal: 'N',
  Low: 'L',
  High: 'H',
  Abnormal: 'A',
  'Critically low': 'LL',
  'Critically high': 'HH',
} as const satisfies Record<NonNullable<Value['flag']>, string>

/** Codes of LOINC have a check digit after a hyphen; others are those of the laboratory. */
const systemOf = (licenseeId: string, code: string) =>
  /^\d{1,5}-\d$/.test(code) ? 'http://loinc.org' : fhirUrl(fhirId(licenseeId, 'test codes', ''))

interface Observed {
  result: TestResult
  value: Value
  /** Its place in the result. */
  at: number
}

function observation(
  { licensee, subject }: ExportedRecord,
  { result, value, at }: Observed,
): Observation & FhirResource {
  const { code, name, text, unit, low, high, referenceText, flag, status, takenAt } = value
  const range = {
    ...(low === undefined ? {} : { low: quantity(String(low), unit) }),
    ...(high === undefined ? {} : { high: quantity(String(high), unit) }),
    ...(referenceText === '' ? {} : { text: referenceText }),
  }
  return {
    resourceType: 'Observation',
    id: fhirId(licensee.id, 'Observation', `${result.id} ${at}`),
    ...usCoreProfile('us-core-observation-lab'),
    status: reportStates[status],
    category: [hl7Code('observation-category', 'laboratory')],
    code: { text: name, ...(code === '' ? {} : { coding: [{ system: systemOf(licensee.id, code), code }] }) },
    subject: fhirReference(subject),
    ...(takenAt === '' ? {} : { effectiveDateTime: takenAt }),
    ...measured({ text, unit, status }),
    ...(flag === undefined ? {} : { interpretation: [hl7Code('v3-ObservationInterpretation', interpretations[flag])] }),
    ...(Object.keys(range).length === 0 ? {} : { referenceRange: [range] }),
  }
}

function measured({ text, unit, status }: Pick<Value, 'text' | 'unit' | 'status'>) {
  if (status === 'canceled') return { dataAbsentReason: hl7Code('data-absent-reason', 'not-performed') }
  const number = quantity(text, unit)
  if (number) return { valueQuantity: number }
  return { valueString: unit === '' ? text : `${text} ${unit}` }
}

/** `<5` is a quantity with a comparator. Undefined for what is no number. */
function quantity(text: string, unit: string): Quantity | undefined {
  const [, comparator, digits = ''] = /^(<=|>=|<|>)? ?(-?[\d.]+)$/.exec(text) ?? []
  const value = decimal(digits)
  if (value === undefined) return undefined
  return {
    value,
    ...(comparator === undefined ? {} : { comparator: comparator as NonNullable<Quantity['comparator']> }), // one of the pattern
    ...(unit === '' ? {} : { unit }),
  }
}

function sheetOf(result: TestResult, values: readonly Value[]) {
  const { id, testType, day, physician, status, annotationHtml } = result
  const about = [dateText(day), physician, statusWords[status] ?? ''].filter((words) => words !== '').join(' · ')
  return [
    { type: 'paragraph' as const, text: [{ text: testType, strong: true }, { text: `\n${about}` }] },
    ...(values.length === 0
      ? []
      : sheetTable({
          id: `result-${id}`,
          caption: nameWithDay(testType, day),
          columns: { name: 'Test', value: 'Value', usual: 'Expected', flag: 'Flag' },
          rows: values.map((value, at) => ({
            id: String(at),
            name: value.name,
            value: valueText(value),
            usual: rangeText(value),
            flag: value.flag ?? '',
          })),
          empty: '',
        })),
    ...htmlSheet(partsOfHtml(annotationHtml)),
  ]
}
