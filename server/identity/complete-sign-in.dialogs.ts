import type { Dialog } from '../../schemas/dialog.ts'
import { paths } from '../practice/paths.ts'
import { button, call, goTo, text } from '../protocol/block-builders.ts'
import type { Named } from '../protocol/definitions.ts'

/**
 * Specification 1 §4: an existing patient must set a new password before signing in. `isOneTime`: who has signed in with
 * a one-time password must, too, and has an account of their own already.
 */
export function forcedResetDialog({ isOneTime }: { isOneTime: boolean }): Dialog {
  return {
    id: 'forced-reset',
    title: isOneTime ? 'Choose your own password' : 'Existing patient identified',
    closeLabel: 'Close',
    blocks: [
      text(
        'forced-reset-text',
        isOneTime
          ? 'You have used a one-time password. Choose your own, then sign in with it.'
          : 'Please set a new password before you sign in.',
      ),
    ],
    actions: [
      button('forced-reset-go', { text: 'Reset password', style: 'primary', do: goTo(paths.resetPassword()) }),
      button('forced-reset-close', { text: 'Cancel', do: { type: 'close' } }),
    ],
  }
}

/** The last step of a sign-in with several patients. The feature that signs people in defines this action. */
export const choosePatient: Named = { name: 'account.choose' }

/** Asks for the patient, or switches to a named one and opens an address. The same feature defines it. */
export const switchPatient: Named = { name: 'account.switch' }

interface Choosable {
  patientId: string
  firstName: string
  lastName: string
}

/**
 * Specification 1 §2: lists the patients when there are several. Shown only after authentication, with only the
 * patients for whom the person may act.
 */
export function chooserDialog(patients: readonly Choosable[]): Dialog {
  return {
    id: 'chooser',
    title: 'Choose a patient',
    closeLabel: 'Close',
    blocks: [
      text('chooser-text', 'Whose account do you want to open?'),
      {
        kind: 'choice',
        id: 'chooser-patients',
        label: 'Patients',
        groups: [
          {
            id: 'patients',
            options: patients.map(({ patientId, firstName, lastName }) => ({
              id: `patient-${patientId}`,
              title: `${firstName} ${lastName}`,
              icon: 'person' as const,
              do: call(choosePatient, { patient: patientId }),
            })),
          },
        ],
      },
    ],
    actions: [button('chooser-close', { text: 'Cancel', do: { type: 'close' } })],
  }
}
