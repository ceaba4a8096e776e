import { request } from 'undici'
import type { LoadedPatient } from './file-report.ts'
import type { AccountWish } from './load-arguments.ts'
import { folded } from './plain-text.ts'

/** What the portal needs to make an account of a loaded patient. */
export interface NewAccount {
  licensee: string
  login: string
  password: string
  patient: { patientN: number; emrId: string; firstName: string; lastName: string }
}

/**
 * Makes an account while no portal runs, in the database at an address or in a folder that the caller has locked.
 * Throws an Error whose message is a sentence for a person.
 */
export type AccountMaker = (urlOrFolder: string, account: NewAccount) => Promise<void>

/** Answers a sentence for each wish; one that could not be met says why. */
export async function makeAccounts(
  wishes: AccountWish[],
  {
    people,
    make,
    password,
  }: {
    people: LoadedPatient[]
    make: (account: Omit<NewAccount, 'licensee'>) => Promise<void>
    password: (login: string) => Promise<string>
  },
): Promise<{ sentence: string; failed: boolean }[]> {
  const results: { sentence: string; failed: boolean }[] = []
  for (const { who, login } of wishes) {
    try {
      const { missing: _, ...patient } = patientCalled(who, people)
      await make({ login, password: await password(login), patient })
      results.push({ sentence: `Account ${login} for ${who} (patient ${patient.patientN})`, failed: false })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      results.push({ sentence: `No account ${login} for ${who}: ${reason}`, failed: true })
    }
  }
  return results
}

/** The one patient of that name or record number. Throws a sentence when there is none or more than one. */
function patientCalled(who: string, people: LoadedPatient[]): LoadedPatient {
  const meant = people.filter(({ firstName, lastName, emrId }) => {
    return folded(emrId) === folded(who) || folded(`${firstName} ${lastName}`) === folded(who)
  })
  const matches = [...new Map(meant.map((person) => [person.patientN, person])).values()]
  const [match] = matches
  if (!match) throw new Error('no patient of these files has that name or record number')
  if (matches.length > 1) {
    throw new Error(
      `several patients have that name; use the record number: ${matches.map(({ emrId }) => emrId).join(', ')}`,
    )
  }
  return match
}

/** Asks the running portal for the account. */
export async function askPortal({ port, token }: { port: number; token: string }, account: NewAccount): Promise<void> {
  const answer = await request(`http://127.0.0.1:${port}/control/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const said: unknown = await answer.body.json().catch(() => undefined)
  if (answer.statusCode !== 201) throw new Error(detailOf(said) ?? `the portal answered ${answer.statusCode}`)
}

function detailOf(said: unknown): string | undefined {
  if (typeof said !== 'object' || said === null || !('detail' in said)) return undefined
  return typeof said.detail === 'string' ? said.detail : undefined
}
