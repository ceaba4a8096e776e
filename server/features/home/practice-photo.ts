import type { Emr } from '../../gateways/emr/emr.ts'
import type { Facility } from '../../gateways/emr/reference/reference.ts'
import type { FileDefinition } from '../../protocol/definitions.ts'
import { anyone } from '../../protocol/guard.ts'
import { isSettledWithin } from '../../protocol/settled-within.ts'
import type { Services } from '../../services.ts'
import { homePaths } from './home.paths.ts'

/** The way to sign in must not wait for a decoration. */
const patienceMs = 200

/** The photo of the landing page: the only one that is served to people who have not signed in. */
export function practicePhoto({ emrOf }: Pick<Services, 'emrOf'>): FileDefinition {
  return {
    name: 'home.photo',
    about: 'The photo of the practice on the landing page',
    route: homePaths.photo.route,
    kind: 'picture',
    guard: anyone,
    load: async ({ licensee }) => {
      const emr = emrOf(licensee)
      const path = photographed(await emr.facilities())?.photoPath
      const body = path === undefined ? undefined : await emr.photo(path, 'large')
      return body && { body, type: 'image/jpeg', name: 'practice.jpg' }
    },
  }
}

/** Returns the location that the photo shows. Undefined without one, or if the record server does not say so at once. */
export async function placeOfPhoto(emr: Emr): Promise<string | undefined> {
  const place = emr.facilities().then(photographed, () => undefined)
  return (await isSettledWithin(patienceMs, place)) ? (await place)?.name : undefined
}

function photographed(facilities: readonly Facility[]): Facility | undefined {
  return facilities.find(({ photoPath }) => photoPath !== undefined)
}
