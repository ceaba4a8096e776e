import type { Context } from '../../protocol/context.ts'
import { signedIn } from '../../protocol/principal.ts'
import { action, type ActionContext } from '../../protocol/definitions.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { patientStaff } from '../../protocol/guard.ts'
import { paths } from '../../practice/paths.ts'
import type { Services } from '../../services.ts'
import { resultBlock, type SearchActions } from './find-patient.screens.ts'
import { DetailsSearch, keepSearch, TextSearch, type Search } from './kept-search.ts'

/** Of one account, with further pages: more than a front desk reads, and too few to copy the list of patients. */
const limits = [
  { tries: 30, seconds: 60 },
  { tries: 1000, seconds: 86_400 },
]

const lineCodes = { pattern: 'findPatient.characters', maxLength: 'findPatient.tooLong' }

/** What a search counts for, and each of its pages but the first. */
export function searchTries(context: Pick<Context, 'principal'>) {
  return limits.map((limit) => ({ name: `findPatient:${signedIn(context).accountId}`, limit }))
}

/** Both lead to an address that keeps the search, so that it can be reloaded, paged and come back to. */
export function searchActions(services: Pick<Services, 'cipher'>): SearchActions {
  async function searched(context: ActionContext, search: Search): Promise<Effect[]> {
    for (const { name, limit } of searchTries(context)) await context.takeTry(name, limit)
    return [
      { type: 'navigate', to: paths.findPatients({ search: keepSearch(context, services, search) }) },
      { type: 'focus', id: resultBlock },
    ]
  }
  return {
    byText: action({
      name: 'findPatient.byText',
      about: 'Searched for a patient',
      guard: patientStaff,
      repeatable: true,
      input: TextSearch,
      codes: {
        '/text': { ...lineCodes, required: 'findPatient.text', minLength: 'findPatient.text' },
      },
      run: searched,
    }),
    byDetails: action({
      name: 'findPatient.byDetails',
      about: 'Searched for a patient by name, birth date and gender',
      guard: patientStaff,
      repeatable: true,
      input: DetailsSearch,
      codes: {
        '/PatientFirstName': lineCodes,
        '/PatientLastName': lineCodes,
        '/PatientDOB': { required: 'findPatient.birthDay', format: 'findPatient.birthDay' },
        '/PatientGender': { type: 'findPatient.gender', enum: 'findPatient.gender' },
      },
      upToToday: { '/PatientDOB': 'findPatient.future' },
      run: searched,
    }),
  }
}
