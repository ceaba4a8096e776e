import Type from 'typebox'
import { closed } from '../../schemas/base.ts'
import { features, type FeatureMaker } from '../../server/features.ts'
import { visitRecordPicker } from '../../server/practice/visit-record-picker.ts'
import { form, text, title } from '../../server/protocol/block-builders.ts'
import { action, feature, screen } from '../../server/protocol/definitions.ts'
import { patientsAndGuardians } from '../../server/protocol/guard.ts'
import { path } from '../../server/protocol/path.ts'
import type { Services } from '../../server/services.ts'

const guarded = { guard: patientsAndGuardians }
const address = path('/test/mail', ['records'])

/** A message with visit records attached, as mail will have it; what is sent shows as a notice. */
const testMail: FeatureMaker = feature('testMail', ({ emrOf }: Pick<Services, 'emrOf'>) => {
  const picker = visitRecordPicker(
    { emrOf },
    { name: 'testMail', guarded, none: 'No CCDA Data Found', addressOf: (records) => address({ records }) },
  )
  const send = action({
    ...guarded,
    name: 'testMail.send',
    about: 'Sent a message of a test',
    input: closed({ message: Type.String({ maxLength: 1000 }), records: Type.Optional(Type.String()) }),
    run: async (context, { message, records }) => {
      const sent = await picker.read(context, records)
      const words = [message, ...sent.map(({ id, day, xml }) => `${id} ${day} ${xml.length}`)]
      return [{ type: 'notify', tone: 'success', text: words.join('; ') }]
    },
  })
  return {
    actions: [send, ...picker.actions],
    screens: [
      screen({
        ...guarded,
        route: address.route,
        about: 'A message of a test',
        query: closed({ records: Type.Optional(Type.String()) }),
        actions: [send, ...picker.actions],
        load: async (context, { query: { records } }) => ({
          title: 'Message',
          blocks: [
            title('Message'),
            form({
              id: 'compose',
              action: send,
              messages: {},
              input: records === undefined ? {} : { records },
              fields: [{ name: 'message', label: 'Message', widget: 'multiline' }],
              submitLabel: 'Send',
            }),
            text('attachments', 'Visit records', 'heading'),
            ...(await picker.blocks(context, records)),
          ],
        }),
      }),
    ],
  }
})

export const featuresWithTestMail: readonly FeatureMaker[] = [...features, testMail]
