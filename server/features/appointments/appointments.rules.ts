import type { AppointmentList } from '../../gateways/emr/emr.ts'

export const lists: readonly AppointmentList[] = ['upcoming', 'past', 'cancelled']
export const pageSizes: readonly number[] = [5, 10, 15, 20]
const usualSize = 10

/** What the address asks for; what it cannot mean is as if it were not there. */
export interface ListWish {
  page: number
  size: number
}

export function chosenList(tab: string | undefined): AppointmentList {
  return lists.find((list) => list === tab) ?? 'upcoming'
}

export function chosenPage({ page, size }: { page?: string; size?: string }): ListWish {
  const wanted = Number(page)
  const rows = Number(size)
  return {
    page: Number.isInteger(wanted) && wanted >= 1 && wanted <= 10_000 ? wanted : 1,
    size: pageSizes.includes(rows) ? rows : usualSize,
  }
}

/** The last page there is, for an address that points behind it. */
export function lastPage({ total, size }: { total: number; size: number }): number {
  return Math.max(1, Math.ceil(total / size))
}
