import { readConfig } from './config.ts'
import { readLicensees } from './licensees/licensee.ts'
import { checkOutgoingAddresses } from './outgoing-addresses.ts'
import { sentenceFor } from './start-error.ts'

try {
  const config = readConfig(process.env)
  const licensees = config.licenseesFile ? readLicensees(config.licenseesFile) : undefined
  // Those of the sandbox are addresses of this machine.
  for (const warning of checkOutgoingAddresses(config, { licensees: licensees ?? [] }))
    process.stderr.write(`${warning}\n`)
  // The portal takes seconds to load: a configuration that cannot work is refused before.
  const { start } = await import('./start.ts')
  await start(config, licensees)
} catch (error) {
  process.stderr.write(`The portal could not start. ${sentenceFor(error)}\n`)
  process.exit(1)
}
