import type { Emr } from '../../gateways/emr/emr.ts'
import { cutPage, lastPageOf, type PageOf, type PageRequest } from '../../protocol/paging.ts'
import type { Search } from './kept-search.ts'

type ListedPatient = Awaited<ReturnType<Emr['patientsLike']>>['patients'][number]

export interface PatientSearchResult {
  page: PageOf<ListedPatient>
  /** Whether there can be others than those of all pages. */
  mayBeMore: boolean
  /** The record server cannot search by text. */
  isUnknownCall?: boolean
}

/** Reads a page of the patients who fit a search: the last one for a request beyond it. */
export async function loadResults(
  emr: Pick<Emr, 'patientsLike' | 'searchPatients'>,
  search: Search,
  pages: PageRequest,
): Promise<PatientSearchResult> {
  if ('text' in search) return loadPage(emr, search.text, pages)
  const { patients, mayBeMore } = await emr.patientsLike({
    firstName: search.PatientFirstName ?? '',
    lastName: search.PatientLastName ?? '',
    dob: search.PatientDOB,
    ...(search.PatientGender === undefined ? {} : { gender: search.PatientGender }),
  })
  return { page: cutPage(patients, pages), mayBeMore }
}

async function loadPage(
  emr: Pick<Emr, 'searchPatients'>,
  text: string,
  pages: PageRequest,
): Promise<PatientSearchResult> {
  const read = (page: number) => emr.searchPatients({ text, page, size: pages.size })
  const first = await read(pages.page)
  if (!first) return { page: { ...pages, rows: [], total: 0 }, mayBeMore: false, isUnknownCall: true }
  const page = Math.min(pages.page, lastPageOf(first.total, pages.size))
  const { patients: rows, total } = page === pages.page ? first : ((await read(page)) ?? first)
  return { page: { ...pages, page, rows, total }, mayBeMore: false }
}
