import type { Pharmacy, PharmacyCorrections, PharmacySearch } from '../../gateways/emr/pharmacies/pharmacies.ts'
import type { Context } from '../../protocol/context.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { loadZipDistances } from './zip-distance.ts'

export interface PharmacyAt extends Pharmacy {
  /** From the patient's ZIP code, in a straight line; undefined without one that is known. */
  miles: number | undefined
}

export interface Pharmacies {
  /** The nearest first where the patient's ZIP code is known, then by name. */
  pharmacies: PharmacyAt[]
  mayBeMore: boolean
  /** Nothing where there are pharmacies. */
  corrections: PharmacyCorrections
  current: Pharmacy | undefined
  /** Empty if the record has none. */
  patientZip: string
}

const noCorrections: PharmacyCorrections = { names: [], zips: [] }

/** Reads what a search finds, and what may have been meant where it finds nothing. */
export async function loadPharmacies(
  context: Context,
  { emrOf }: Pick<Services, 'emrOf'>,
  search: PharmacySearch,
): Promise<Pharmacies> {
  const emr = emrOf(context.licensee)
  const { id } = actingPrincipal(context).patient
  const [{ pharmacies, mayBeMore }, current, patient, milesBetween] = await Promise.all([
    emr.pharmacies(search),
    emr.pharmacyOf(id),
    emr.patient(id).catch(() => undefined), // pharmacies stand by name then
    loadZipDistances(),
  ])
  const patientZip = patient?.zip ?? ''
  // Help with a typo is no reason to fail a search.
  const corrections =
    pharmacies.length > 0 ? noCorrections : await emr.pharmacyCorrections(search).catch(() => noCorrections)
  const placed = pharmacies.map((each) => ({ ...each, miles: milesBetween(patientZip, each.zip) }))
  return { pharmacies: placed.toSorted(byDistance), mayBeMore, corrections, current, patientZip }
}

/** Those without a distance come last. The sort is stable: equal distances stay by name. */
function byDistance({ miles: one = Infinity }: PharmacyAt, { miles: other = Infinity }: PharmacyAt): number {
  return one === other ? 0 : one - other
}
