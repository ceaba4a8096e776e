import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { importAccounts, type ImportServices } from './import-accounts.ts'
import { readAccounts, UnreadableFile } from './read-accounts.ts'

export interface ImportOptions {
  argv: string[]
  /** Prints one line. */
  out: (line: string) => void
  /** Opens the database and the practice's record server; undefined for an unknown practice. */
  open: (practice: string) => Promise<(ImportServices & { close: () => Promise<void> }) | undefined>
}

const usage = `Usage: npm run import-accounts -- <file.csv or bundle.json> --practice <id>

Makes accounts for patients who had one in an earlier system. Passwords are not imported: each person sets one with
"Forgot Password?", which needs the username, the date of birth and the e-mail address of the record.

CSV: a first line with username,patient_number and, if wanted, birth_date (yyyy-MM-dd).
FHIR: a bundle of Patient resources; identifier of type MR, username as identifier whose system ends with "username".`

/** Runs `import-accounts`. Returns the exit code: 0 if no line was refused. */
export async function runImport({ argv, out, open }: ImportOptions): Promise<number> {
  const given = argumentsIn(argv)
  if (!given) {
    out(usage)
    return 1
  }
  try {
    const { accounts, ignored } = readAccounts(await readFile(given.path, 'utf8'))
    const services = await open(given.practice)
    if (!services) throw new UnreadableFile(`There is no practice ${given.practice}.`)
    try {
      const { created, existing, refused } = await importAccounts(services, { licenseeId: given.practice, accounts })
      if (ignored.length > 0) out(`Not imported: the columns ${ignored.join(', ')}.`)
      for (const { line, reason } of refused) out(`Line ${line} refused: ${reason}.`)
      out(`${created} created, ${existing} already there, ${refused.length} refused.`)
      return refused.length > 0 ? 1 : 0
    } finally {
      await services.close()
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile || isMissingFile(error))) throw error
    out(error.message)
    return 1
  }
}

function argumentsIn(argv: string[]): { path: string; practice: string } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { practice: { type: 'string' } },
    })
    const [path, ...more] = positionals
    return path && values.practice && more.length === 0 ? { path, practice: values.practice } : undefined
  } catch {
    return undefined
  }
}

function isMissingFile(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
