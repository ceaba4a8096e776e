import type { Pharmacy } from '../../gateways/emr/pharmacies/pharmacies.ts'
import type { ZipView } from './zip-places.ts'

/** How many are shown around a ZIP code. */
const most = 10
/** One after the other, while a person waits. */
const mostCalls = 20

interface Around<P> {
  view: ZipView
  /** Finds those whose ZIP code begins with some digits. */
  find: (prefix: string) => Promise<{ pharmacies: readonly P[]; mayBeMore: boolean }>
}

/**
 * Returns the nearest ten, the nearest first. The record server knows no distances and lists 50 at most, so that areas of
 * ZIP codes are searched, the nearest first; one with too many is divided. No area that is left has a nearer one.
 */
export async function nearestPharmacies<P extends Pharmacy>({
  view: { areas, milesTo },
  find,
}: Around<P>): Promise<P[]> {
  const byId = new Map<string, { pharmacy: P; miles: number }>()
  let left = [...areas]
  for (let calls = 0; calls < mostCalls; calls += 1) {
    const [area, ...others] = left.toSorted((one, other) => one.miles - other.miles)
    if (!area || [...byId.values()].filter(({ miles }) => miles <= area.miles).length >= most) break
    const { pharmacies, mayBeMore } = await find(area.prefix)
    for (const pharmacy of pharmacies) {
      const miles = milesTo(pharmacy.zip)
      if (miles !== undefined) byId.set(pharmacy.id, { pharmacy, miles })
    }
    left = mayBeMore ? [...others, ...area.parts()] : others
  }
  return [...byId.values()]
    .toSorted((one, other) => one.miles - other.miles)
    .slice(0, most)
    .map(({ pharmacy }) => pharmacy)
}
