import {
  allowedIn,
  amountsOf,
  centsOf,
  chargedIn,
  insurancePaidIn,
  patientPaidIn,
  patientResponsibleIn,
  type Amounts,
} from './adjudication.ts'
import type { BenefitItem, Claim, ExplanationOfBenefit } from './fhir/billing.ts'
import type { ChargeAmounts } from './load-plan.ts'

/** One line of a bill; `item` is undefined for a line that stands for a whole claim. */
export interface BillLine extends ChargeAmounts {
  item?: BenefitItem
}

/**
 * Whether the total of each claim is the price of its visit alone, as Synthea writes it since 2020; before, the total
 * includes the items. A total below the sum of its items tells, and then it holds for the whole file.
 */
export const totalsAreOfVisits = (claims: Claim[]): boolean =>
  claims.some((claim) => claim.total?.value !== undefined && centsOf(claim.total.value) < itemsCents(claim))

const itemsCents = ({ item = [] }: Claim) => item.reduce((sum, { net }) => sum + centsOf(net?.value ?? 0), 0)

/**
 * The lines of an adjudicated claim. The first item is the visit, which has neither an amount nor an adjudication;
 * items without an amount are diagnoses.
 */
export function linesOfClaim(
  { item: items = [] }: ExplanationOfBenefit,
  { claim, isVisitTotal }: { claim: Claim; isVisitTotal: boolean },
): BillLine[] {
  return items.flatMap((item) => {
    const amounts = amountsOf(item.adjudication)
    if (chargedIn(amounts) !== undefined) return { item, ...adjudicated(amounts) }
    const price = item.sequence === 1 ? visitCents(claim, isVisitTotal) : netCents(item)
    return price === undefined ? [] : { item, ...billedToInsurer(price) }
  })
}

function visitCents(claim: Claim, isVisitTotal: boolean): number | undefined {
  if (claim.total?.value === undefined) return undefined
  return centsOf(claim.total.value) - (isVisitTotal ? 0 : itemsCents(claim))
}

const netCents = ({ net }: BenefitItem) => (net?.value === undefined ? undefined : centsOf(net.value))

/**
 * The lines of an explanation without a claim (CARIN): its items, or one for the whole if an item is not fully
 * adjudicated, because the total of such items differs from that of the claim.
 */
export function linesWithoutClaim({ item: items = [], total, adjudication }: ExplanationOfBenefit): BillLine[] {
  const lines = items.map((item) => ({ item, amounts: amountsOf(item.adjudication) }))
  if (lines.length > 0 && lines.every(({ amounts }) => isFullyAdjudicated(amounts)))
    return lines.map(({ item, amounts }) => ({ item, ...adjudicated(amounts) }))
  const whole = amountsOf([...(total ?? []), ...(adjudication ?? [])])
  return chargedIn(whole) === undefined ? [] : [adjudicated(whole)]
}

const isFullyAdjudicated = (amounts: Amounts) =>
  [chargedIn, insurancePaidIn, patientResponsibleIn].every((amountIn) => amountIn(amounts) !== undefined)

/** Amounts that nothing says are 0, as in a bill that the insurance has not decided. */
function adjudicated(amounts: Amounts): ChargeAmounts {
  const charged = chargedIn(amounts) ?? 0
  const allowed = allowedIn(amounts)
  return {
    charged,
    allowed: allowed ?? 0,
    discount: allowed === undefined ? 0 : charged - allowed,
    insurancePaid: insurancePaidIn(amounts) ?? 0,
    patientResponsible: patientResponsibleIn(amounts) ?? 0,
    patientPaid: patientPaidIn(amounts) ?? 0,
  }
}

const billedToInsurer = (charged: number): ChargeAmounts => ({
  charged,
  allowed: charged,
  discount: 0,
  insurancePaid: 0,
  patientResponsible: 0,
  patientPaid: 0,
})

/** For a patient without an insurer, who owes all: Synthea adjudicates as if there were one that pays most of it. */
export const billedToPatient = ({ item, charged, patientPaid }: BillLine): BillLine => ({
  item,
  ...billedToInsurer(charged),
  patientResponsible: charged,
  patientPaid,
})
