import { openForCommand, runCommand, type CommandOptions } from './open-for-command.ts'
import type { Config } from './config.ts'
import { openEncryption, rotateSecrets } from './stored-encryption.ts'

const usage = `Usage: npm run secrets:rotate

Encrypts every stored value with the first key of ENCRYPTION_KEYS, and says how many values of which kind it has
rewritten. It may be ended at any time and run again. To change the key:

  1. Put the new key before the others in ENCRYPTION_KEYS, everywhere, and restart every process of the portal.
  2. Run this command with the same ENCRYPTION_KEYS.
  3. Once it has ended with 0, remove the older keys and restart every process.

  --help    this text

Environment, the same as for the portal:

  ENCRYPTION_KEYS, SESSION_SECRET
  DATABASE_URL      the PostgreSQL database; the portal may run meanwhile
  DATA_DIR          the folder of the embedded database (.data); the portal must be stopped meanwhile

Exit codes: 0 everything is encrypted with the first key; 1 something is not; 2 wrong use.`

async function run({ argv, out }: CommandOptions, configOf: () => Config): Promise<number> {
  if (argv.length > 0) {
    out(usage)
    return argv.length === 1 && argv[0] === '--help' ? 0 : 2
  }
  const config = configOf()
  const { db, close } = await openForCommand(config, 'secrets:rotate')
  try {
    const encryption = await openEncryption(db, config)
    const results = await rotateSecrets(db, encryption)
    const [current = ''] = encryption.keyIds
    for (const { what, rewritten } of results) if (rewritten > 0) out(`${rewritten} ${what}`)
    const total = results.reduce((sum, { rewritten }) => sum + rewritten, 0)
    out(`${total} values were encrypted with the key ${current}.`)
    const unreadable = results.filter((each) => each.unreadable > 0)
    for (const each of unreadable)
      out(`${each.unreadable} ${each.what} cannot be read with any key and stay as they are (${each.column}).`)
    out(
      unreadable.length === 0
        ? 'No other key is needed any longer.'
        : 'No key is forgotten while they are there: add the key that they need, or delete them.',
    )
    return unreadable.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

await runCommand(run, 'The secrets were not all rewritten; run the command again.')
