import type { areas } from './areas.ts'
import type { Joined } from './area.ts'

/**
 * The practice's record server, as the portal sees it (specification 1 §7): the calls of all its areas. Ids are the
 * record server's numbers as text. Instants are ISO 8601 in UTC; days are `yyyy-MM-dd` in the facility's zone; durations
 * are minutes. Every method may throw an EmrError (see emr.errors.ts).
 */
export interface Emr extends Joined<typeof areas> {}
