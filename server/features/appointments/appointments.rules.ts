import { pageRequestOf, type PageQuery, type PageRequest } from '../../protocol/paging.ts'
import type { AppointmentList } from '../../gateways/emr/appointments/appointments.ts'

export const lists: readonly AppointmentList[] = ['upcoming', 'past', 'cancelled']
/** Specification 1 §2. */
const pageSizes: readonly number[] = [5, 10, 15, 20]
const usualSize = 10

export function chosenList(tab: string | undefined): AppointmentList {
  return lists.find((list) => list === tab) ?? 'upcoming'
}

export function chosenPage(query: PageQuery): PageRequest {
  return pageRequestOf(query, pageSizes, usualSize)
}
