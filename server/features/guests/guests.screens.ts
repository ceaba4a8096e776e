import type { BlockList } from '../../../schemas/block.ts'
import { genderLabels } from '../../identity/patient-lookup.ts'
import { paths } from '../../practice/paths.ts'
import { form, link, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { birthDayField, fieldRow } from '../../protocol/form-fields.ts'
import { guestsMessages } from './guests.messages.ts'

export interface GuestLogin {
  verify: ActionDefinition
  /** The current day at the practice, `yyyy-MM-dd`. */
  today: string
  /** Whether guests can pay here; otherwise they can read the bill. */
  canPay: boolean
}

/** Specification 2 §2.6. */
export function guestLoginScreen({ verify, today, canPay }: GuestLogin): ScreenBody {
  return {
    title: 'Verification',
    width: 'reading',
    stillBrand: true,
    blocks: [
      title('Verification'),
      text('lead', `Please verify patient information to view invoice${canPay ? ' and pay the bills' : ''}`, 'lead'),
      {
        kind: 'section',
        id: 'guest-card',
        card: true,
        blocks: [
          form({
            id: 'guest',
            action: verify,
            messages: guestsMessages,
            submitLabel: 'Submit',
            busyText: 'Checking',
            secondary: [{ id: 'sign-in', label: 'I have an account: sign in', to: paths.signIn() }],
            fields: [
              ...fieldRow('Name', [
                { name: 'PatientFirstName', label: 'Patient First Name', autocomplete: 'off', span: 'half' },
                { name: 'PatientLastName', label: 'Patient Last Name', autocomplete: 'off', span: 'half' },
              ]),
              birthDayField({ name: 'PatientDOB', label: 'Date of Birth' }, today),
              { name: 'PatientZIP', label: 'ZIP', autocomplete: 'off', span: 'half' },
              { name: 'PatientGender', label: 'Gender', widget: 'radio', optionLabels: genderLabels },
            ],
          }),
        ],
      },
    ],
  }
}

/** Specification 2 §2.6. `paid` is about the last payment of this session; without one nothing is claimed. */
export function guestThanksScreen({ paid, isGuest }: { paid: BlockList; isGuest: boolean }): ScreenBody {
  const hasPaid = paid.length > 0
  const heading = hasPaid ? 'Thank You' : 'Your payment'
  return {
    title: heading,
    width: 'reading',
    stillBrand: true,
    blocks: [
      title(heading),
      ...(hasPaid ? paid : [text('no-payment', 'There is no payment to show here.')]),
      isGuest
        ? link('to-bill', { text: 'Back to Billing', to: paths.guestBilling(), icon: 'card' })
        : link('to-login', { text: 'Pay a bill', to: paths.guestLogin(), icon: 'card' }),
    ],
  }
}
