import { parseArgs } from 'node:util'

export interface LoadArguments {
  practice: string
  dropDigits: boolean
  shiftDates: boolean
  settleOldBills: boolean
  accounts: AccountRequest[]
  paths: string[]
  help: boolean
}

/** The patient who gets an account: a loaded patient by name or record number. */
export interface AccountRequest {
  who: string
  login: string
}

export const USAGE = `Usage: npm run practice:load -- [options] <files or folders>

Loads FHIR R4 bundles, C-CDA documents and tables of pharmacies (CSV) into the sandbox record server, while the portal runs or while it does not.

  --practice <name>            the practice that gets them (lakeside)
  --drop-digits                names lose the digits at their end: Rohan584 becomes Rohan
  --shift-dates                visits and bills move by whole days, so that the newest was today
  --settle-old-bills           what patients owe of bills older than 90 days counts as paid; after the move
  --account "<patient>=<login>"  gives a loaded patient an account, by name or record number; may be repeated
                               (password from PORTAL_PASSWORD, or asked for)
  --help                       this text`

export class WrongArguments extends Error {}

/** Throws WrongArguments with a message. */
export function loadArguments(argv: string[]): LoadArguments {
  const { values, positionals } = parsed(argv)
  const help = values.help ?? false
  if (!help && positionals.length === 0) throw new WrongArguments('Name the files or folders to load.')
  return {
    practice: values.practice ?? 'lakeside',
    dropDigits: values['drop-digits'] ?? false,
    shiftDates: values['shift-dates'] ?? false,
    settleOldBills: values['settle-old-bills'] ?? false,
    accounts: (values.account ?? []).map((text) => accountRequest(text)),
    paths: positionals,
    help,
  }
}

function parsed(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        practice: { type: 'string' },
        'drop-digits': { type: 'boolean' },
        'shift-dates': { type: 'boolean' },
        'settle-old-bills': { type: 'boolean' },
        account: { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new WrongArguments(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}

function accountRequest(text: string): AccountRequest {
  const [, who, login] = text.match(/^(.+)=([^=]+)$/) ?? []
  if (!who?.trim() || !login?.trim()) throw new WrongArguments(`--account wants "Given Family=login", not "${text}".`)
  return { who: who.trim(), login: login.trim() }
}
