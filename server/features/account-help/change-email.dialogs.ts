import type { Dialog } from '../../../schemas/dialog.ts'
import type { Account } from '../../identity/account.store.ts'
import { button, form, text } from '../../protocol/block-builders.ts'
import type { ActionDefinition } from '../../protocol/definitions.ts'
import { dateText } from '../../protocol/time-words.ts'
import { EmailForm, reasonField } from './account-help.inputs.ts'
import { accountHelpMessages } from './account-help.messages.ts'
import type { HelpedPatient } from './helped-patient.ts'

export function changeEmailDialog(
  { key }: HelpedPatient,
  { account, send }: { account: Account; send: ActionDefinition },
): Dialog {
  const { id, firstName, lastName, birthDay, login } = account
  const name = `${firstName} ${lastName}`
  const born = birthDay ? ` (${dateText(birthDay)})` : ''
  return {
    id: 'change-email',
    title: `Change the email of ${name}?`,
    closeLabel: 'Close',
    blocks: [
      text('email-check', `First make sure that you speak with ${name}: compare name and date of birth${born}.`),
      text(
        'email-what',
        `The new address gets a link. The email changes when ${name} opens it and enters the password. Until then ${name} signs in with ${login}, where a notice goes at once.`,
      ),
      form({
        id: 'email-form',
        label: 'Change the email',
        action: send,
        schema: EmailForm,
        messages: accountHelpMessages,
        fields: [{ name: 'email', label: 'New email', help: 'It is also the new user name.' }, reasonField],
        input: { patient: key.patientId, guardian: id },
        submitLabel: 'Send the link',
        busyText: 'Sending the link',
      }),
    ],
    actions: [button('email-cancel', { text: 'Cancel', style: 'secondary', do: { type: 'close' } })],
  }
}
