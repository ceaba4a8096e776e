import { partOffered } from '../../practice/offered.ts'
import { watchedRecords } from '../../practice/patient-topics.ts'
import { recordTopic } from '../../practice/record-topics.ts'
import { watching } from '../../practice/watching.ts'
import { feature } from '../../protocol/definitions.ts'
import type { Services } from '../../services.ts'

type Watched = Pick<Services, 'licensees' | 'emrOf' | 'settings' | 'publish'>

/** Shows what is new in the records of patients on open screens at once. */
export const watchRecords = watching<Watched & { places: Map<string, string> }>('records.watch', {
  isOffered: ({ settings }, { id }) =>
    Object.values(watchedRecords).some((part) => partOffered({ setting: (name) => settings.value(id, name) }, part)),
  ask: async ({ emrOf }, licensee, from) => {
    const { place, changes, waits } = await emrOf(licensee).recordChanges(from.place, from.wait)
    const topics = changes.map(({ patientId, kind }) => recordTopic({ licenseeId: licensee.id, patientId }, kind))
    return { place, topics, waits }
  },
})

/** Watches the records of patients for the features that show parts of them. */
export const recordChanges = feature('recordChanges', (services: Watched) => ({
  jobs: [watchRecords.using({ ...services, places: new Map() })],
}))
