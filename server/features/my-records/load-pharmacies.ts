import type { Emr } from '../../gateways/emr/emr.ts'
import type { Pharmacy, PharmacyCorrections, PharmacySearch } from '../../gateways/emr/pharmacies/pharmacies.ts'
import type { Context } from '../../protocol/context.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { nearestPharmacies } from './nearest-pharmacies.ts'
import type { WordSearch } from './pharmacy-search.ts'
import { loadZipPlaces, type ZipPlaces, type ZipView } from './zip-places.ts'

/** A pharmacy, and a search of the record server that has it in its result. */
interface ListedPharmacy extends Pharmacy {
  listedBy: PharmacySearch
}

export interface PharmacyAt extends ListedPharmacy {
  /** From the ZIP code that was searched for, or that of the patient, in a straight line; undefined without one that is known. */
  miles: number | undefined
}

export interface Pharmacies {
  /** The nearest first where there is a ZIP code, then by name. */
  pharmacies: PharmacyAt[]
  mayBeMore: boolean
  /** Nothing where there are pharmacies. */
  corrections: PharmacyCorrections
  current: Pharmacy | undefined
  /** Empty if the record has none. */
  patientZip: string
  /** The ZIP code around which the nearest were searched for. */
  around: string | undefined
}

interface PharmacyList {
  pharmacies: ListedPharmacy[]
  mayBeMore: boolean
  /** From the ZIP code that was searched for. */
  view?: ZipView
}

const noCorrections: PharmacyCorrections = { names: [], zips: [] }

/** Reads what a search finds, and what may have been meant where it finds nothing. */
export async function loadPharmacies(
  context: Context,
  { emrOf }: Pick<Services, 'emrOf'>,
  { find, ...parts }: WordSearch,
): Promise<Pharmacies> {
  const emr = emrOf(context.licensee)
  const { id } = actingPrincipal(context).patient
  const { words, zip } = wordsAndZip(find)
  const loading = loadZipPlaces()
  const [{ pharmacies, mayBeMore, view }, places, current, patient] = await Promise.all([
    zip === undefined ? findWords(emr, { ...parts, words }) : findAround(emr, { ...parts, words, zip }, await loading),
    loading,
    emr.pharmacyOf(id),
    emr.patient(id).catch(() => undefined), // pharmacies stand by name then
  ])
  const patientZip = patient?.zip ?? ''
  const meant = words === undefined ? parts : { ...parts, name: words }
  // Help with a typo is no reason to fail a search.
  const corrections =
    pharmacies.length > 0 ? noCorrections : await emr.pharmacyCorrections(meant).catch(() => noCorrections)
  const milesTo = view?.milesTo ?? ((to: string) => places.milesBetween(patientZip, to))
  const placed = pharmacies.map((each) => ({ ...each, miles: milesTo(each.zip) }))
  return {
    pharmacies: placed.toSorted(byDistance),
    mayBeMore,
    corrections,
    current,
    patientZip,
    around: view && zip,
  }
}

/** `Corner 07030-1234` is a name, a street or a town, and the ZIP code around which it is. */
function wordsAndZip(find: string | undefined): { words: string | undefined; zip: string | undefined } {
  const { words, zip } = /^(?:(?<words>.*\S)\s+)?(?<zip>\d{5})(?:-\d{4})?$/u.exec(find ?? '')?.groups ?? {}
  return zip === undefined ? { words: find, zip } : { words, zip }
}

type Search = PharmacySearch & { words: string | undefined }

/** What a word may be, unless another word is searched for there. */
const partsOfWords = ['name', 'address', 'city'] as const

async function findWords(emr: Emr, { words, ...parts }: Search): Promise<PharmacyList> {
  const free = partsOfWords.filter((part) => parts[part] === undefined)
  const searches = words === undefined ? [parts] : free.map((part) => ({ ...parts, [part]: words }))
  const lists = await Promise.all(
    searches.map(async (listedBy) => {
      const { pharmacies, mayBeMore } = await emr.pharmacies(listedBy)
      return { pharmacies: pharmacies.map((each) => ({ ...each, listedBy })), mayBeMore }
    }),
  )
  const byId = new Map(lists.flatMap(({ pharmacies }) => pharmacies.map((each) => [each.id, each] as const)))
  return { pharmacies: [...byId.values()], mayBeMore: lists.some(({ mayBeMore }) => mayBeMore) }
}

async function findAround(emr: Emr, search: Search & { zip: string }, places: ZipPlaces): Promise<PharmacyList> {
  const view = places.viewFrom(search.zip)
  const find = (zip: string) => findWords(emr, { ...search, zip })
  if (!view) return find(search.zip)
  return { pharmacies: await nearestPharmacies({ view, find }), mayBeMore: false, view }
}

/** Those without a distance come last. The sort is stable: equal distances stay by name. */
function byDistance({ miles: one = Infinity }: PharmacyAt, { miles: other = Infinity }: PharmacyAt): number {
  return one === other ? 0 : one - other
}
