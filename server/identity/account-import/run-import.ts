import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { importAccounts, type ImportServices } from './import-accounts.ts'
import { readAccounts, UnreadableFile } from './read-accounts.ts'

export interface ImportOptions {
  argv: string[]
  /** Prints one line. */
  out: (line: string) => void
  /** Opens the database and the practice's record server. Throws for an unknown practice. */
  open: (practice: string) => Promise<ImportServices & { close: () => Promise<void> }>
}

const usage = `Usage: npm run import-accounts -- <file> --practice <id>

Makes portal accounts for patients who had one in an earlier system. Passwords are not imported: each person sets one
with "Forgot Password?", which needs the username, the date of birth and the email address of the record.

  <file>            CSV or a FHIR bundle, see below
  --practice <id>   the practice, by its id in LICENSEES_FILE; of the demo practices: lakeside, northgate
  --help            this text

CSV: the first line names the columns username, patient_number and, if you have it, birth_date; for example

  username,patient_number,birth_date
  jane.doe,1234,1988-04-12

  username          4 to 100 characters, not yet taken by someone else
  patient_number    the number of the patient at the record server
  birth_date        yyyy-MM-dd; the line is refused if it is not that of the record

Other columns are named and left out.
FHIR: a bundle (.json) of Patient resources. The patient number is the identifier of type MR, the username the identifier
whose system ends with "username", otherwise the email address.

Each line is compared with the record server. A line that cannot be imported is named with the reason, and the other
lines are imported. An account that was imported before stays as it is, so the command can be repeated.

Environment, the same as for the portal:

  LICENSEES_FILE    the file that lists the practices; without it, the demo practices of npm start
  DATABASE_URL      the PostgreSQL database; the portal may run meanwhile
  DATA_DIR          the folder of the embedded database (.data); the portal must be stopped meanwhile
  NODE_ENV          production also needs what the portal needs there

Exit codes: 0 every line is imported or was before; 1 a line was refused, or nothing could be imported; 2 wrong use.`

class WrongUse extends Error {}

/** Runs `import-accounts`. Returns the exit code: 0 if no line was refused, 2 for wrong arguments. */
export async function runImport({ argv, out, open }: ImportOptions): Promise<number> {
  try {
    const given = argumentsIn(argv)
    if (given === 'help') return print(out, { lines: [usage], code: 0 })
    return await importFile(given, { out, open })
  } catch (error) {
    if (error instanceof WrongUse) return print(out, { lines: [error.message, '', usage], code: 2 })
    if (error instanceof UnreadableFile) return print(out, { lines: [error.message], code: 1 })
    throw error
  }
}

function print(out: ImportOptions['out'], { lines, code }: { lines: string[]; code: number }): number {
  for (const line of lines) out(line)
  return code
}

interface GivenArguments {
  path: string
  practice: string
}

async function importFile(
  { path, practice }: GivenArguments,
  { out, open }: Omit<ImportOptions, 'argv'>,
): Promise<number> {
  const { accounts, ignored } = readAccounts(await textOf(path))
  const services = await open(practice)
  try {
    const { created, existing, refused } = await importAccounts(services, { licenseeId: practice, accounts })
    if (ignored.length > 0) out(`Not imported: the columns ${ignored.join(', ')}.`)
    for (const { line, reason } of refused) out(`Line ${line} refused: ${reason}.`)
    out(`${created} created, ${existing} already there, ${refused.length} refused.`)
    return refused.length > 0 ? 1 : 0
  } finally {
    await services.close()
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new UnreadableFile(isMissing ? `There is no file ${path}.` : `The file ${path} cannot be read.`)
  }
}

/** Throws WrongUse with what is wrong. */
function argumentsIn(argv: string[]): GivenArguments | 'help' {
  const { values, positionals } = parsed(argv)
  if (values.help) return 'help'
  const [path, ...more] = positionals
  if (!path) throw new WrongUse('Name the file to import.')
  if (more.length > 0) throw new WrongUse('Name one file only.')
  if (!values.practice) throw new WrongUse('Name the practice with --practice.')
  return { path, practice: values.practice }
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { practice: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split('. ') // the rest is about Node
    throw new WrongUse(`${sentence}.`)
  }
}
