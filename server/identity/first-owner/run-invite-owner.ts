import { parseArgs } from 'node:util'
import Type, { type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db } from '../../db/open.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { paths } from '../../practice/paths.ts'
import { writeAudit } from '../../protocol/audit-store.ts'
import { momentText } from '../../protocol/time-words.ts'
import { EmailAddress, OneLine } from '../../protocol/typed-values.ts'
import { insertStaffInvitation, withdrawStaffInvitationTo } from '../staff-invitations.store.ts'
import { countOwners, lockStaff, staffMemberByEmail } from '../staff.store.ts'

interface InviteServices {
  db: Db
  licensee: Licensee
  /** Scheme, host and port of the practice's portal. */
  origin: string
  now: () => Date
}

export interface InviteOwnerOptions {
  argv: string[]
  /** Prints one line. */
  out: (line: string) => void
  /** Opens the database. Throws for an unknown practice. */
  open: (practice: string) => Promise<InviteServices & { close: () => Promise<void> }>
}

const usage = `Usage: npm run invite-owner -- --practice <id> --email <address> --first-name <name> --last-name <name>

Invites the first owner of a practice. It prints a link with which the person chooses a user name and a password, once,
within seven days. Give the link to that person only. Owners invite everybody else in the portal, under Staff.

  --practice <id>       the practice, by its id in LICENSEES_FILE; of the demo practices: lakeside, northgate
  --email <address>     the address of the person
  --first-name <name>   how the portal names the person
  --last-name <name>
  --another             also if the practice has an owner, for instance one who cannot sign in any longer
  --url <address>       where the portal is, if that is not the first host of the practice: https://portal.example.com
  --help                this text

A second invitation to the same address replaces the first one, whose link no longer works then.

Environment, the same as for the portal:

  LICENSEES_FILE    the file that lists the practices; without it, the demo practices of npm start
  DATABASE_URL      the PostgreSQL database; the portal may run meanwhile
  DATA_DIR          the folder of the embedded database (.data); the portal must be stopped meanwhile
  NODE_ENV          production also needs what the portal needs there

Exit codes: 0 the link is printed; 1 nobody was invited; 2 wrong use.`

class WrongUse extends Error {}
class Refused extends Error {}

/** Runs `invite-owner`. Returns the exit code. */
export async function runInviteOwner({ argv, out, open }: InviteOwnerOptions): Promise<number> {
  try {
    const given = argumentsIn(argv)
    if (given === 'help') return print(out, { lines: [usage], code: 0 })
    return await inviteOwner(given, { out, open })
  } catch (error) {
    if (error instanceof WrongUse) return print(out, { lines: [error.message, '', usage], code: 2 })
    if (error instanceof Refused) return print(out, { lines: [error.message], code: 1 })
    throw error
  }
}

function print(out: InviteOwnerOptions['out'], { lines, code }: { lines: string[]; code: number }): number {
  for (const line of lines) out(line)
  return code
}

interface GivenArguments {
  practice: string
  person: { email: string; firstName: string; lastName: string }
  another: boolean
  url: string | undefined
}

async function inviteOwner(
  { practice, person, another, url }: GivenArguments,
  { out, open }: Omit<InviteOwnerOptions, 'argv'>,
): Promise<number> {
  const { close, ...services } = await open(practice)
  try {
    const { token, endsAt } = await services.db.transaction((tx) => invite(services, { tx, person, another }))
    out(`${person.firstName} ${person.lastName} is invited to be an owner of ${services.licensee.name}. The link:`)
    out('')
    out((url ?? services.origin) + paths.staffInvitation({ token }))
    out('')
    out(`It works once, until ${momentText(endsAt, services.licensee.timeZone)}. Give it to that person only.`)
    return 0
  } finally {
    await close()
  }
}

/** Stores invitation and audit row, both or neither. */
async function invite(
  { licensee, now }: InviteServices,
  { tx, person, another }: { tx: Db } & Pick<GivenArguments, 'person' | 'another'>,
): Promise<{ token: string; endsAt: Date }> {
  const licenseeId = licensee.id
  const at = now()
  await lockStaff(tx, licenseeId)
  if (!another && (await countOwners(tx, { licenseeId })) > 0)
    throw new Refused(
      `${licensee.name} has an owner, who can invite others in the portal, under Staff. Add --another to invite one all the same.`,
    )
  const member = await staffMemberByEmail(tx, { licenseeId, email: person.email })
  if (member)
    throw new Refused(
      `${member.firstName} ${member.lastName} has this email address and ${member.endedAt ? 'worked' : 'works'} there, with the user name ${member.login}.`,
    )
  await withdrawStaffInvitationTo(tx, { licenseeId, email: person.email })
  const made = await insertStaffInvitation(tx, { ...person, licenseeId, roles: ['owner'], invitedBy: null, at })
  if (!made) throw new Error('the staff of the practice is locked, and the address has no invitation')
  await writeAudit(tx, [
    {
      at,
      licenseeId,
      accountId: null,
      patientId: null,
      actorKind: 'visitor',
      actor: 'invite-owner',
      address: '',
      event: 'command:invite-owner',
      subject: '',
      outcome: 'ok',
      transmitTo: '',
      transmitStatus: '',
      requestId: '',
    },
  ])
  return made
}

const options = {
  practice: { type: 'string' },
  email: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  another: { type: 'boolean' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Throws WrongUse with what is wrong. */
function argumentsIn(args: string[]): GivenArguments | 'help' {
  const values = parsed(args)
  if (values.help) return 'help'
  const { practice, email, 'first-name': firstName, 'last-name': lastName, another = false, url } = values
  if (!practice) throw new WrongUse('Name the practice with --practice.')
  const person = {
    email: checked(email, EmailAddress(200), 'Name the address with --email, for example name@example.com.'),
    firstName: checked(firstName, OneLine(100), 'Name the person with --first-name.'),
    lastName: checked(lastName, OneLine(100), 'Name the person with --last-name.'),
  }
  return { practice, person, another, url: url === undefined ? undefined : originOf(url) }
}

function checked(text: string | undefined, schema: TSchema, sentence: string): string {
  if (!Compile(Type.Unsafe<string>(schema)).Check(text)) throw new WrongUse(sentence)
  return text.trim()
}

function originOf(url: string): string {
  const origin = /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url).origin : undefined
  if (!origin) throw new WrongUse('An address of the portal is written as in --url https://portal.example.com.')
  return origin
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split('. ') // the rest is about Node
    throw new WrongUse(`${sentence}.`)
  }
}
