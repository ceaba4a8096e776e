import { request } from 'undici'
import type { LoadedPatient } from './file-report.ts'
import type { AccountRequest } from './load-arguments.ts'
import { folded } from './plain-text.ts'

/** The data of an account for a loaded patient. */
export interface NewAccount {
  licensee: string
  login: string
  password: string
  patient: { patientN: number; emrId: string; firstName: string; lastName: string }
}

/**
 * Creates an account while no portal runs, in the database at a URL or in a folder that the caller has locked. Throws
 * an Error whose message is shown to a person.
 */
export type AccountMaker = (urlOrFolder: string, account: NewAccount) => Promise<void>

/** Returns a sentence for each request; a failed one gives the reason. */
export async function makeAccounts(
  requests: AccountRequest[],
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
  for (const { who, login } of requests) {
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

/** Returns the only patient with that name or record number. Throws a message if there is none or more than one. */
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

/** Requests the account from the running portal. */
export async function askPortal({ port, token }: { port: number; token: string }, account: NewAccount): Promise<void> {
  const answer = await request(`http://127.0.0.1:${port}/control/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const body: unknown = await answer.body.json().catch(() => undefined)
  if (answer.statusCode !== 201) throw new Error(detailOf(body) ?? `the portal answered ${answer.statusCode}`)
}

function detailOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return undefined
  return typeof body.detail === 'string' ? body.detail : undefined
}
