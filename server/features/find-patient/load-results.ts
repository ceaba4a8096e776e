import type { Emr } from '../../gateways/emr/emr.ts'
import { cutPage, lastPageOf, type PageOf, type PageRequest } from '../../protocol/paging.ts'
import type { Search } from './kept-search.ts'

type ListedPatient = Awaited<ReturnType<Emr['patientsLike']>>['patients'][number]

/** Who looks for one patient narrows the search; who pages on copies the list. */
const mostRows = 100

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
  const rows = patients.slice(0, mostRows)
  return { page: cutPage(rows, pages), mayBeMore: mayBeMore || rows.length < patients.length }
}

async function loadPage(
  emr: Pick<Emr, 'searchPatients'>,
  text: string,
  pages: PageRequest,
): Promise<PatientSearchResult> {
  const { size } = pages
  const read = (page: number) => emr.searchPatients({ text, page, size })
  const requested = Math.min(pages.page, lastPageOf(mostRows, size))
  const first = await read(requested)
  if (!first) return { page: { ...pages, rows: [], total: 0 }, mayBeMore: false, isUnknownCall: true }
  const page = Math.min(requested, lastPageOf(first.total, size))
  const { patients, total } = page === requested ? first : ((await read(page)) ?? first)
  const rows = patients.slice(0, mostRows - (page - 1) * size)
  return { page: { ...pages, page, rows, total: Math.min(total, mostRows) }, mayBeMore: total > mostRows }
}
