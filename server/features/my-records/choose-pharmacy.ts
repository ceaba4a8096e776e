import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Pharmacy, PharmacySearch } from '../../gateways/emr/pharmacies/pharmacies.ts'
import { firstNameOfOther } from '../../practice/for-whom.ts'
import { paths } from '../../practice/paths.ts'
import { ownRecordTopic } from '../../practice/record-topics.ts'
import type { Context } from '../../protocol/context.ts'
import { action, type ActionDefinition, type Guarded } from '../../protocol/definitions.ts'
import { Failure, InvalidInput } from '../../protocol/failure.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { searchCodes, SearchForm, partParameters, searchOf } from './pharmacy-search.ts'
import { resultBlock } from './pharmacy.screens.ts'

/** Leads to the address of what is found, so that it can be reloaded and paged. */
export function findPharmacy(guarded: Guarded): ActionDefinition {
  return action({
    ...guarded,
    name: 'myRecords.findPharmacy',
    about: 'Searched for a pharmacy',
    repeatable: true,
    input: SearchForm,
    codes: searchCodes,
    run: (_context, input) => {
      const search = searchOf(input)
      if (!search) throw new InvalidInput([{ pointer: '/find', code: 'myRecords.nothingEntered' }])
      return [
        { type: 'navigate', to: paths.pharmacySearch(search) },
        { type: 'focus', id: resultBlock },
      ]
    },
  })
}

/** Chooses one of the pharmacies that a search finds as the patient's (specification 2 §2.9). */
export function choosePharmacy({ emrOf }: Pick<Services, 'emrOf'>, guarded: Guarded): ActionDefinition {
  return action({
    ...guarded,
    name: 'myRecords.choosePharmacy',
    about: 'Chose a pharmacy',
    input: closed({ pharmacy: Type.String({ pattern: '^[1-9][0-9]{0,9}$' }), ...partParameters }),
    run: async (context, { pharmacy: pharmacyId, ...query }) => {
      const chosen = await chooseOrFind({ emrOf }, context, { pharmacyId, search: searchOf(query) ?? {} })
      if (!chosen) throw new Failure('myRecords.unknownPharmacy', { status: 404 })
      context.publish([ownRecordTopic(context, 'pharmacy')])
      const firstName = firstNameOfOther(context.principal)
      const whose = firstName ? `${firstName}'s` : 'your'
      return [
        { type: 'notify', tone: 'success', text: `${chosen.name} is now ${whose} pharmacy.` },
        { type: 'navigate', to: paths.myRecords() },
      ]
    },
  })
}

/** After a lost response, reads what is chosen now: the person must see the actual outcome. */
async function chooseOrFind(
  { emrOf }: Pick<Services, 'emrOf'>,
  context: Context,
  choice: { pharmacyId: string; search: PharmacySearch },
): Promise<Pharmacy | undefined> {
  const patientId = actingPrincipal(context).patient.id
  const emr = emrOf(context.licensee)
  try {
    return await emr.choosePharmacy({ patientId, ...choice })
  } catch (error) {
    if (!(error instanceof EmrError) || !error.mayHaveHappened) throw error
    const current = await emr.pharmacyOf(patientId).catch(() => undefined)
    if (current?.id === choice.pharmacyId) return current
    throw new Failure('myRecords.unconfirmed', { status: 503, retryAfterSeconds: 5, cause: error })
  }
}
