import sharp from 'sharp'

/** Skin, hair and clothes of a drawn portrait. */
interface Portrait {
  skin: string
  hair: string
  /** Reaches the shoulders. */
  long?: boolean
  coat: string
}

/** Invented people have drawn portraits; who is not listed here has none. */
const portraits: Record<number, Portrait> = {
  101: { skin: '#eac4a4', hair: '#8d8a86', long: true, coat: '#ffffff' },
  102: { skin: '#c08a5f', hair: '#20160f', coat: '#ffffff' },
  103: { skin: '#f2d2ba', hair: '#c99c5a', long: true, coat: '#ffffff' },
  104: { skin: '#d9ab83', hair: '#38261a', coat: '#7fb3bf' },
  105: { skin: '#cf9f78', hair: '#1d1512', long: true, coat: '#ffffff' },
  107: { skin: '#7a4e33', hair: '#17100d', coat: '#ffffff' },
  109: { skin: '#f0cdb2', hair: '#7a3d22', long: true, coat: '#7fb3bf' },
  110: { skin: '#8a5a3c', hair: '#130d0a', coat: '#ffffff' },
  111: { skin: '#eccba6', hair: '#15110f', long: true, coat: '#ffffff' },
  113: { skin: '#d8a67e', hair: '#3d2416', long: true, coat: '#7fb3bf' },
  201: { skin: '#efcdb0', hair: '#5d3a22', long: true, coat: '#ffffff' },
  202: { skin: '#6d452e', hair: '#120d0a', coat: '#ffffff' },
  204: { skin: '#d3a077', hair: '#241812', coat: '#ffffff' },
  205: { skin: '#f3d5bf', hair: '#b5562c', long: true, coat: '#7fb3bf' },
  207: { skin: '#b98054', hair: '#18110d', long: true, coat: '#ffffff' },
}

/** Walls and sky of a drawn house. */
const houses: Record<number, { wall: string; sky: string; floors: number }> = {
  11: { wall: '#c9d3da', sky: '#d8edf6', floors: 6 },
  12: { wall: '#b9745a', sky: '#e6f0f7', floors: 4 },
  13: { wall: '#9fb6c4', sky: '#dcebf2', floors: 5 },
  21: { wall: '#cfa87c', sky: '#dff0fa', floors: 2 },
}

export const portrayed: readonly number[] = Object.keys(portraits).map(Number)
export const pictured: readonly number[] = Object.keys(houses).map(Number)

/** A JPEG of 320 px; undefined for somebody without one. */
export async function portraitOf(employeeN: number): Promise<Buffer | undefined> {
  const portrait = portraits[employeeN]
  return portrait && drawn(headAndShoulders(portrait))
}

/** Likewise, of a place. */
export async function houseAt(facilityN: number): Promise<Buffer | undefined> {
  const house = houses[facilityN]
  return house && drawn(front(house))
}

function drawn(shapes: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" width="320" height="320">${shapes}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
}

function headAndShoulders({ skin, hair, long, coat }: Portrait): string {
  const behind = long ? `<path d="M46 72a34 36 0 0 1 68 0v44q-34 14-68 0z" fill="${hair}"/>` : ''
  return `<rect width="160" height="160" fill="#d5e8ee"/>${behind}
    <path d="M16 160c2-34 26-46 64-46s62 12 64 46z" fill="${coat}"/>
    <path d="M62 116l18 28 18-28-6-4H68z" fill="#2f6f86"/>
    <path d="M68 92h24v24q-12 12-24 0z" fill="${skin}"/>
    <ellipse cx="80" cy="74" rx="27" ry="32" fill="${skin}"/>
    <path d="M52 72c-3-36 18-42 29-42s31 6 27 42c-5-8-8-14-10-20-12 8-30 8-38 2-2 6-5 12-8 18z" fill="${hair}"/>
    <circle cx="69" cy="75" r="2.6" fill="#2b211c"/><circle cx="91" cy="75" r="2.6" fill="#2b211c"/>
    <path d="M70 90q10 8 20 0" fill="none" stroke="#8c4a3c" stroke-width="2.4" stroke-linecap="round"/>`
}

function front({ wall, sky, floors }: { wall: string; sky: string; floors: number }): string {
  const top = 128 - floors * 17
  const windows = Array.from({ length: floors }, (_, floor) =>
    [44, 71, 98]
      .map((x) => `<rect x="${x}" y="${top + 7 + floor * 17}" width="18" height="9" fill="#f7fbfd"/>`)
      .join(''),
  ).join('')
  return `<rect width="160" height="160" fill="${sky}"/><rect y="142" width="160" height="18" fill="#b9c8b4"/>
    <rect x="34" y="${top}" width="92" height="${142 - top}" fill="${wall}"/>${windows}
    <rect x="71" y="124" width="18" height="18" fill="#2f6f86"/>`
}
