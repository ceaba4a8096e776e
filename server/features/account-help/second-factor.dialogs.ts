import type { Dialog } from '../../../schemas/dialog.ts'
import { button, form, text } from '../../protocol/block-builders.ts'
import type { ActionDefinition } from '../../protocol/definitions.ts'
import { ReasonForm, reasonField } from './account-help.inputs.ts'
import { accountHelpMessages } from './account-help.messages.ts'
import type { HelpedPatient } from './helped-patient.ts'

/** `isAlone`: nobody else has to confirm it. */
export function secondFactorDialog(
  { key, name }: HelpedPatient,
  { isAlone, remove }: { isAlone: boolean; remove: ActionDefinition },
): Dialog {
  const who = 'Only for a patient who has proven in person who they are, such as with a photo ID.'
  const then = `${name} is signed out everywhere, signs in with the password alone, and is notified by email.`
  const other = 'Another member of the staff has to confirm it within 30 minutes, on this page.'
  return {
    id: 'second-factor-off',
    title: `Turn off the authenticator app of ${name}?`,
    closeLabel: 'Close',
    blocks: [
      text('second-factor-who', who),
      text('second-factor-then', isAlone ? then : `${other} Then ${then}`),
      form({
        id: 'second-factor-form',
        label: 'Turn off the authenticator app',
        action: remove,
        schema: ReasonForm,
        messages: accountHelpMessages,
        fields: [reasonField],
        input: { patient: key.patientId },
        submitLabel: isAlone ? 'Turn it off' : 'Request it',
        danger: isAlone,
        busyText: isAlone ? 'Turning it off' : 'Requesting it',
      }),
    ],
    actions: [button('second-factor-cancel', { text: 'Cancel', style: 'secondary', do: { type: 'close' } })],
  }
}
