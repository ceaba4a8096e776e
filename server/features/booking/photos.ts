import { bookingOffer } from './booking.rules.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { FileDefinition } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { Services } from '../../services.ts'
import { paths } from '../../practice/paths.ts'

/** Photos of providers and locations for booking. */
export function photos({ emrOf }: Pick<Services, 'emrOf'>): FileDefinition {
  return {
    name: 'booking.photo',
    about: 'The photo of a provider or of a location',
    route: paths.photo.route,
    kind: 'picture',
    guard: patientsAndGuardians,
    ...bookingOffer,
    load: async (context, { of = '', id = '' }) => {
      const body = await loadPhoto(emrOf(context.licensee), { of, id })
      return body && { body, type: 'image/jpeg', name: `${id}.jpg` }
    },
  }
}

/**
 * Returns the photo of one of the practice's providers or locations; undefined for any other id, and without a photo.
 */
async function loadPhoto(emr: Emr, { of, id }: { of: string; id: string }): Promise<Buffer | undefined> {
  if (of !== 'providers' && of !== 'locations') return undefined
  const shown = of === 'locations' ? await emr.facilities() : await everyProvider(emr)
  const path = shown.find((each) => each.id === id)?.photoPath
  return path === undefined ? undefined : emr.photo(path)
}

async function everyProvider(emr: Emr) {
  const providers = await Promise.all([emr.providers('inoffice'), emr.providers('telederm')])
  return providers.flat()
}
