import type { Emr } from '../../gateways/emr/emr.ts'

/** The route under which photos of providers and locations lie. */
export const photoFolder = '/practice/photos'

type PhotoOf = 'providers' | 'locations'

export function photoAddress(of: PhotoOf, id: string): string {
  return `${photoFolder}/${of}/${id}`
}

/** The photo of one of the practice's own; undefined for anybody else, and for who has none. */
export async function loadPhoto(emr: Emr, { of, id }: { of: string; id: string }): Promise<Buffer | undefined> {
  if (of !== 'providers' && of !== 'locations') return undefined
  const shown = of === 'locations' ? await emr.facilities() : await everyProvider(emr)
  const path = shown.find((each) => each.id === id)?.photoPath
  return path === undefined ? undefined : emr.photo(path)
}

async function everyProvider(emr: Emr) {
  const found = await Promise.all([emr.providers('inoffice'), emr.providers('telederm')])
  return found.flat()
}
