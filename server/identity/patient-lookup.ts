import Type, { type Static } from 'typebox'
import { closed } from '../../schemas/base.ts'
import { comparedName } from '../../schemas/compared-name.ts'
import type { Dialog } from '../../schemas/dialog.ts'
import { tenDigitsOf } from '../../schemas/phone-number.ts'
import type { Emr } from '../gateways/emr/emr.ts'
import type { Gender, Identity, PatientMatch } from '../gateways/emr/patients/patients.ts'
import { button, form, text } from '../protocol/block-builders.ts'
import type { ActionContext, ActionDefinition } from '../protocol/definitions.ts'
import { Failure } from '../protocol/failure.ts'
import { isWithin } from '../protocol/limits.ts'
import { adminTopic } from '../protocol/principal.ts'
import { Day, OneLine } from '../protocol/typed-values.ts'
import type { Services } from '../services.ts'
import { countFailedLookup } from './failed-lookups.store.ts'
import { lookupMessages } from './patient-lookup.messages.ts'

/** Specification 1 §3 and §5, step 0; specification 2 §2.6: the details that identify a patient at the practice. */
export const LocateInput = closed({
  PatientFirstName: OneLine(200),
  PatientLastName: OneLine(200),
  PatientDOB: Day,
  PatientGender: Type.Unsafe<Gender>({ type: 'integer', enum: [1, 2, 3] }),
  PatientZIP: OneLine(20),
  /** An email address or a cell phone, asked for when many have tried the name. */
  Contact: Type.Optional(OneLine(254)),
})
export type LocateInput = Static<typeof LocateInput>

/** In the order of the codes 1, 2, 3 (specification 1 §9). */
export const genderLabels = ['Male', 'Female', 'Unknown']

export function identityOf(input: LocateInput): Identity {
  return {
    firstName: input.PatientFirstName.trim(),
    lastName: input.PatientLastName.trim(),
    dob: input.PatientDOB,
    gender: input.PatientGender,
    zip: input.PatientZIP.trim(),
  }
}

/**
 * Counts lookups per name, however it is written. What an attacker who knows the name would guess is excluded: birth date,
 * gender and ZIP code.
 */
export function lookupKey({ firstName, lastName }: Pick<Identity, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].map(comparedName).join('\n')
}

/**
 * security.md: lookups are limited for whatever purpose, tightly for one name from one network, loosely for one name from
 * anywhere. Strangers can use up the loose limit: over it a contact on record is needed too, whose tries are counted
 * apart, so that only those who know it can use up what its owner has left.
 */
const perAddress = { tries: 20, seconds: 600 }
const perNameAndAddress = [
  { tries: 5, seconds: 600 },
  { tries: 20, seconds: 86_400 },
]
const perName = { tries: 40, seconds: 86_400 }
const perNameAndContact = { tries: 20, seconds: 86_400 }

/** `contact`: one must be typed before. `over`: others may have used up what is left with this contact, too. */
export type LookupLeft = 'free' | 'contact' | 'over'

/** Counts a lookup. Throws the Failure `request.tooMany` over the limits of one network. */
export async function countLookup(
  context: ActionContext,
  { Contact = '', ...input }: LocateInput,
): Promise<LookupLeft> {
  const identity = identityOf(input)
  context.trace.claimedIdentity = `${identity.firstName} ${identity.lastName}`
  const { network } = context.client
  await context.takeTry(`locate:from:${network}`, perAddress)
  const who = lookupKey(identity)
  for (const limit of perNameAndAddress) await context.takeTry(`locate:who:${who}:${network}`, limit)
  if (await isWithin(context, `locate:who:${who}`, perName)) return 'free'
  if (Contact === '') return 'contact'
  const isLeft = await isWithin(context, `locate:who:${who}:by:${contactKey(Contact)}`, perNameAndContact)
  return isLeft ? 'free' : 'over'
}

/** Over what others may have used up; it does not say for how long. */
export const lookupOver = () => new Failure('lookup.tooMany', { status: 429 })

/** Returns the records that fit, and have the contact if one was typed. */
export async function lookUp(emr: Pick<Emr, 'findPatients'>, input: LocateInput): Promise<PatientMatch[]> {
  const matches = await emr.findPatients(identityOf(input))
  const { Contact } = input
  if (Contact === undefined) return matches
  return matches.filter(({ email, cellPhone }) => [email, cellPhone].some((each) => each && isContact(each, Contact)))
}

export const isContact = (one: string, other: string) => contactKey(one) === contactKey(other)

/** The same for a phone number or an address, however it is written. */
function contactKey(written: string): string {
  return tenDigitsOf(written) ?? written.trim().toLowerCase()
}

/** Asks for a contact on record besides what was typed before. */
export function contactDialog(action: ActionDefinition, input: LocateInput): Dialog {
  return {
    id: 'lookup-contact',
    title: 'One more detail',
    closeLabel: 'Close',
    blocks: [
      text(
        'lookup-contact-why',
        'Someone has tried this name many times today. To protect the record, we ask for more.',
      ),
      form({
        id: 'lookup-contact-form',
        label: 'One more detail',
        action,
        schema: ContactOnRecord,
        codes: { '/Contact': { required: 'lookup.contact', pattern: 'lookup.contact' } },
        messages: lookupMessages,
        fields: [
          {
            name: 'Contact',
            label: 'Email or cell phone',
            help: 'As the office has it on record.',
            autocomplete: 'off',
          },
        ],
        input: { ...input },
        submitLabel: 'Continue',
        busyText: 'Checking',
      }),
    ],
    actions: [button('lookup-contact-cancel', { text: 'Cancel', style: 'secondary', do: { type: 'close' } })],
  }
}

/** What that dialog adds to the input; the feature must list it in its `forms`. */
export const ContactOnRecord = closed({ Contact: OneLine(254) })

/** So many lookups in an hour that match nobody are no typing errors any more, in a practice of any size. */
export const mostFailedLookups = 60

/** For the administrators of a practice. */
export function failedLookupsTopic(licenseeId: string): string {
  return adminTopic(licenseeId, 'failed-lookups')
}

/**
 * Counts a lookup that matched nobody. The practice's limit refuses nobody, because strangers could use it up: it is
 * logged and shown to administrators (security.md).
 */
export async function countFailed(context: ActionContext, { db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const { id: licenseeId } = context.licensee
  const count = await countFailedLookup(db, { licenseeId, at: context.now() })
  if (count !== mostFailedLookups) return
  log.warn({ licenseeId, count }, 'many lookups of patients match nobody in this hour')
  context.publish([failedLookupsTopic(licenseeId)])
}
