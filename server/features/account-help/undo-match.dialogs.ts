import type { Dialog } from '../../../schemas/dialog.ts'
import { button, form, text } from '../../protocol/block-builders.ts'
import type { ActionDefinition } from '../../protocol/definitions.ts'
import { ReasonForm, reasonField } from './account-help.inputs.ts'
import { accountHelpMessages } from './account-help.messages.ts'
import type { HelpedPatient } from './helped-patient.ts'

export function undoMatchDialog(
  { key, name }: HelpedPatient,
  { login, undo }: { login: string; undo: ActionDefinition },
): Dialog {
  return {
    id: 'undo-match',
    title: 'Undo a wrong match?',
    closeLabel: 'Close',
    blocks: [
      text(
        'undo-what',
        `Only if the account ${login} belongs to someone other than ${name}. It ends for good, and so does what it has begun here: guardians whom it authorized, invitations, drafts and installments. Those who are signed in are signed out at once.`,
      ),
      text('undo-then', 'Both people can then create an account for their own record.'),
      form({
        id: 'undo-form',
        label: 'Undo a wrong match',
        action: undo,
        schema: ReasonForm,
        messages: accountHelpMessages,
        fields: [reasonField],
        input: { patient: key.patientId },
        submitLabel: 'Undo the match',
        danger: true,
        busyText: 'Undoing the match',
      }),
    ],
    actions: [button('undo-cancel', { text: 'Cancel', style: 'secondary', do: { type: 'close' } })],
  }
}
