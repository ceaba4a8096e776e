import type { Picture } from '../../schemas/base.ts'
import type { Facility, Provider } from '../gateways/emr/reference/reference.ts'
import { paths } from './paths.ts'

/** Shows the photo if the practice has one, otherwise initials; the name is shown beside it. */
export function portraitOf({ id, firstName, lastName, photoPath }: Provider): Picture {
  return {
    initials: `${firstName.slice(0, 1)}${lastName.slice(0, 1)}`.toUpperCase(),
    alt: '',
    ...(photoPath ? { src: paths.photo({ of: 'providers', id }) } : {}),
  }
}

/** The photo of a location, whose name is shown beside it; undefined if the practice has none. */
export function placePicture({
  id,
  name,
  photoPath,
}: Pick<Facility, 'id' | 'name' | 'photoPath'>): Picture | undefined {
  if (!photoPath) return undefined
  const initials = name.split(' ').map((word) => word.slice(0, 1))
  return { initials: initials.slice(0, 2).join('').toUpperCase(), alt: '', src: paths.photo({ of: 'locations', id }) }
}
