import type { Emr } from '../../gateways/emr/emr.ts'
import { bookingOffered } from '../../practice/offered.ts'
import type { FileDefinition } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { Services } from '../../services.ts'

type PhotoOf = 'providers' | 'locations'

export function photoAddress(of: PhotoOf, id: string): string {
  return `/practice/photos/${of}/${id}`
}

/** Photos of providers and locations, as booking shows them. */
export function photos({ emrOf }: Pick<Services, 'emrOf'>): FileDefinition {
  return {
    name: 'booking.photo',
    about: 'The photo of a provider or of a location',
    route: '/practice/photos/:of/:id',
    kind: 'picture',
    guard: patientsAndGuardians,
    offered: bookingOffered,
    load: async (context, { of = '', id = '' }) => {
      const body = await loadPhoto(emrOf(context.licensee), { of, id })
      return body && { body, type: 'image/jpeg', name: `${id}.jpg` }
    },
  }
}

/** The photo of one of the practice's own; undefined for anybody else, and for who has none. */
async function loadPhoto(emr: Emr, { of, id }: { of: string; id: string }): Promise<Buffer | undefined> {
  if (of !== 'providers' && of !== 'locations') return undefined
  const shown = of === 'locations' ? await emr.facilities() : await everyProvider(emr)
  const path = shown.find((each) => each.id === id)?.photoPath
  return path === undefined ? undefined : emr.photo(path)
}

async function everyProvider(emr: Emr) {
  const found = await Promise.all([emr.providers('inoffice'), emr.providers('telederm')])
  return found.flat()
}
