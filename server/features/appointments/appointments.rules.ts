import type { AppointmentList } from '../../gateways/emr/emr.ts'

export const lists: readonly AppointmentList[] = ['upcoming', 'past', 'cancelled']
export const pageSizes: readonly number[] = [5, 10, 15, 20]
const usualSize = 10

/** The query parameters, parsed; invalid values are ignored. */
export interface ListQuery {
  page: number
  size: number
}

export function chosenList(tab: string | undefined): AppointmentList {
  return lists.find((list) => list === tab) ?? 'upcoming'
}

export function chosenPage({ page, size }: { page?: string; size?: string }): ListQuery {
  const number = Number(page)
  const rows = Number(size)
  return {
    page: Number.isInteger(number) && number >= 1 && number <= 10_000 ? number : 1,
    size: pageSizes.includes(rows) ? rows : usualSize,
  }
}

/** Returns the number of the last page, for a query beyond it. */
export function lastPage({ total, size }: { total: number; size: number }): number {
  return Math.max(1, Math.ceil(total / size))
}
