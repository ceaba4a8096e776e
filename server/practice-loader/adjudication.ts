import type { Adjudication } from './fhir/billing.ts'

/** Integer cents by the last path segment of their code, such as `line_sbmtd_chrg_amt` (Synthea) or `submitted` (CARIN). */
export type Amounts = Map<string, number>

/** Of several amounts with one code the first counts. */
export function amountsOf(adjudications: Adjudication[] | undefined): Amounts {
  const amounts: Amounts = new Map()
  for (const { category, amount } of adjudications ?? []) {
    if (amount?.value === undefined) continue
    for (const { code = '' } of category.coding ?? []) {
      const last = code.slice(code.lastIndexOf('/') + 1)
      if (!amounts.has(last)) amounts.set(last, centsOf(amount.value))
    }
  }
  return amounts
}

/** Rounds half a cent away from zero, in decimals as the file has them: 1.005 dollars are less in binary. */
export function centsOf(dollars: number): number {
  const written = String(Math.abs(dollars))
  if (written.includes('e')) return 0 // less than a millionth; the schema excludes large amounts
  return Math.sign(dollars) * Math.round(Number(`${written}e2`))
}

export const chargedIn = (amounts: Amounts) => firstOf(amounts, ['line_sbmtd_chrg_amt', 'submitted'])

/** Undefined if nothing says it; then a discount does, if there is one. */
export function allowedIn(amounts: Amounts): number | undefined {
  const discount = amounts.get('discount')
  const stated = firstOf(amounts, ['line_alowd_chrg_amt', 'eligible'])
  return stated ?? (discount === undefined ? undefined : (chargedIn(amounts) ?? 0) - discount)
}

export const insurancePaidIn = (amounts: Amounts) =>
  firstOf(amounts, ['line_prvdr_pmt_amt', 'paidtoprovider', 'benefit'])

export function patientResponsibleIn(amounts: Amounts): number | undefined {
  return (
    sumOf(amounts, ['line_coinsrnc_amt', 'line_bene_ptb_ddctbl_amt']) ??
    amounts.get('memberliability') ??
    sumOf(amounts, ['deductible', 'coinsurance', 'copay', 'noncovered'])
  )
}

/** What the patient paid at the visit, as payers know it. */
export const patientPaidIn = (amounts: Amounts) => amounts.get('paidbypatient')

const valuesOf = (amounts: Amounts, codes: string[]) => codes.flatMap((code) => amounts.get(code) ?? [])

const firstOf = (amounts: Amounts, codes: string[]): number | undefined => valuesOf(amounts, codes)[0]

function sumOf(amounts: Amounts, codes: string[]): number | undefined {
  const values = valuesOf(amounts, codes)
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : undefined
}
