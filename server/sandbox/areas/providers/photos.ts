import sharp from 'sharp'

/** Skin, hair and clothes of a drawn portrait. */
interface Portrait {
  skin: string
  hair: string
  /** Shoulder length. */
  long?: boolean
  coat: string
}

/** Drawn portraits of invented people; people who are not listed have none. */
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

/** Returns a JPEG of 320 px; undefined for a person without a portrait. */
export async function portraitOf(employeeN: number): Promise<Buffer | undefined> {
  const portrait = portraits[employeeN]
  return portrait && drawn(headAndShoulders(portrait))
}

/** Returns the picture of a place: a JPEG of 1200 by 1000 px. */
export async function houseAt(facilityN: number): Promise<Buffer | undefined> {
  const house = houses[facilityN]
  return house && drawn(front(house), { view: '0 0 240 200', width: 1200, height: 1000 })
}

const portraitSize = { view: '0 0 160 160', width: 320, height: 320 }

function drawn(shapes: string, { view, width, height } = portraitSize): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" width="${width}" height="${height}">${shapes}</svg>`
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
  const top = 150 - floors * 21
  const window = (x: number, y: number) =>
    `<rect x="${x}" y="${y}" width="17" height="12" rx="1" fill="#f4fafc"/><path d="M${x} ${y + 12}l17-12v12z" fill="#dcebf1"/>`
  const windows = Array.from({ length: floors - 1 }, (_, floor) =>
    [74, 99, 124, 149].map((x) => window(x, top + 9 + floor * 21)).join(''),
  ).join('')
  const tree = (x: number, size: number) =>
    `<rect x="${x - 1.5}" y="${172 - size}" width="3" height="${size}" fill="#7a6652"/>
      <circle cx="${x}" cy="${166 - size}" r="${size * 0.62}" fill="#8fb08c"/>
      <circle cx="${x + size * 0.2}" cy="${163 - size}" r="${size * 0.4}" fill="#a4c2a0"/>`
  return `<defs>
      <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="#fbfdfe"/></linearGradient>
      <linearGradient id="wall"><stop stop-color="${wall}"/><stop offset="1" stop-color="${wall}" stop-opacity=".82"/></linearGradient>
    </defs>
    <rect width="240" height="200" fill="url(#sky)"/>
    <path d="M0 150q40-26 84-14t86-10 70 8v66H0z" fill="#cfdfd6"/>
    <rect y="170" width="240" height="30" fill="#c3cdc9"/><rect y="170" width="240" height="3" fill="#aebab5"/>
    <rect x="64" y="${top}" width="112" height="${172 - top}" fill="#fff"/>
    <rect x="64" y="${top}" width="112" height="${172 - top}" fill="url(#wall)"/>
    <rect x="60" y="${top - 4}" width="120" height="5" fill="#5d6b72"/>${windows}
    <rect x="70" y="146" width="34" height="20" fill="#e3f0f5"/><rect x="136" y="146" width="34" height="20" fill="#e3f0f5"/>
    <rect x="106" y="140" width="28" height="32" fill="#2f6f86"/><rect x="109" y="144" width="10" height="28" fill="#bfe0ea"/>
    <rect x="121" y="144" width="10" height="28" fill="#bfe0ea"/><rect x="98" y="134" width="44" height="5" fill="#2f6f86"/>
    ${tree(38, 22)}${tree(206, 30)}${tree(20, 14)}`
}
