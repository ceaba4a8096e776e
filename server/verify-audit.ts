import { sql } from 'drizzle-orm'
import type { Config } from './config.ts'
import { openForCommand, runCommand, type CommandOptions } from './open-for-command.ts'
import { verifyChain, type AuditFinding, type AuditReport } from './protocol/audit-chain-store.ts'
import { rowsOf } from './db/rows.ts'

const usage = `Usage: npm run audit:verify -- [--anchor <practice>:<number>:<hash>]...

Compares every row of the audit log with its entry in the chain of its practice, and says which rows were changed,
removed or inserted. For each practice it prints an anchor. Keep the anchor outside of the database and pass it the next
time: only then does the command notice that the newest rows were removed together with their entries, or that the whole
chain was made anew.

  --anchor <anchor>   an anchor that an earlier run has printed; may be given several times
  --help              this text

Environment, the same as for the portal: DATABASE_URL, or DATA_DIR while the portal is stopped.

Exit codes: 0 nothing is wrong; 1 something is; 2 wrong use.`

interface Anchor {
  practice: string
  number: number
  hash: string
}

async function run({ argv, out }: CommandOptions, configOf: () => Config): Promise<number> {
  const anchors = anchorsIn(argv)
  if (!anchors) {
    out(usage)
    return argv.length === 1 && argv[0] === '--help' ? 0 : 2
  }
  const { db, close } = await openForCommand(configOf(), 'audit:verify')
  try {
    const named = await rowsOf<{ id: string }>(
      db,
      sql`select licensee_id as id from audit_log union select licensee_id from audit_chain order by 1`,
    )
    const practices = new Set([...named.map(({ id }) => id), ...anchors.map(({ practice }) => practice)])
    let isSound = true
    for (const practice of practices) {
      const own = anchors.filter((anchor) => anchor.practice === practice)
      const report = await verifyChain(db, { licenseeId: practice, anchors: own.map(({ number }) => number) })
      const problems = [...report.findings.map((each) => words(each)), ...lostAnchors(own, report)]
      for (const problem of problems) out(`${practice}: ${problem}`)
      const { anchor, waiting } = report
      if (waiting.count > 0) out(`${practice}: ${waiting.count} rows since ${waiting.since} are not chained yet.`)
      out(
        problems.length > 0
          ? `${practice}: ${problems.length} problems in ${anchor.number} rows.`
          : `${practice}: ${anchor.number} rows are as they were written. Anchor: ${practice}:${anchor.number}:${anchor.hash}`,
      )
      isSound &&= problems.length === 0
    }
    return isSound ? 0 : 1
  } finally {
    await close()
  }
}

function lostAnchors(anchors: readonly Anchor[], report: AuditReport): string[] {
  return anchors
    .filter(({ number, hash }) => report.anchors.get(number) !== hash)
    .map(
      ({ number }) =>
        `the anchor ${number} is not in the chain: rows up to it were removed, or the chain was made anew.`,
    )
}

function words({ what, id, time }: AuditFinding): string {
  const sentences: Record<AuditFinding['what'], string> = {
    changed: `row ${id} of ${time} was changed.`,
    removed: `row ${id} of ${time} was removed.`,
    inserted: `row ${id} of ${time} was inserted after later rows had been chained.`,
    'entries removed': `entries of the chain were removed, from number ${id} on, before ${time}.`,
    'entry changed': `the entry of row ${id} of ${time} was changed.`,
  }
  return sentences[what]
}

/** Undefined for wrong use. */
function anchorsIn(argv: readonly string[]): Anchor[] | undefined {
  const anchors: Anchor[] = []
  for (let index = 0; index < argv.length; index += 2) {
    const [, practice, number, hash] = /^([a-z][a-z0-9-]*):(\d+):([0-9a-f]{64})$/.exec(argv[index + 1] ?? '') ?? []
    if (argv[index] !== '--anchor' || !practice || !number || !hash) return undefined
    anchors.push({ practice, number: Number(number), hash })
  }
  return anchors
}

await runCommand(run, 'The audit log was not verified.')
