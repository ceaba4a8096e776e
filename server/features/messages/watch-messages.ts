import { partOffered } from '../../practice/offered.ts'
import { watching } from '../../practice/watching.ts'
import type { Services } from '../../services.ts'
import { messagesTopic } from './message-topics.ts'

export type WatchServices = Pick<Services, 'licensees' | 'emrOf' | 'settings' | 'publish'> & {
  places: Map<string, string>
}

/**
 * Shows new messages of the office on open screens at once. E-mails, and hints that are missed here, are the work of
 * `messages.notice`.
 */
export const watchMessages = watching<WatchServices>('messages.watch', {
  isOffered: ({ settings }, { id }) => partOffered({ setting: (name) => settings.value(id, name) }, 'messages'),
  ask: async ({ emrOf }, licensee, from) => {
    const { place, messages, waits } = await emrOf(licensee).newMessages(from.place, from.wait)
    const topics = messages.map(({ patientId }) => messagesTopic({ licenseeId: licensee.id, patientId }))
    return { place, topics, waits }
  },
})
