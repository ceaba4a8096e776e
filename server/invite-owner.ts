import { publicAddress, readConfig } from './config.ts'
import { demoLicensees } from './demo.ts'
import { runInviteOwner, type InviteOwnerOptions } from './identity/first-owner/run-invite-owner.ts'
import { readLicensees } from './licensees/licensee.ts'
import { linkOrigin } from './licensees/link-origin.ts'
import { openForCommand, reasonOf } from './open-for-command.ts'

const open: InviteOwnerOptions['open'] = async (practice) => {
  const config = readConfig(process.env)
  const licensees = config.licenseesFile ? readLicensees(config.licenseesFile) : demoLicensees(config.sandboxPort)
  const licensee = licensees.find(({ id }) => id === practice)
  if (!licensee)
    throw new Error(`There is no practice ${practice}. There are: ${licensees.map(({ id }) => id).join(', ')}.`)
  const { db, close } = await openForCommand(config, 'invite-owner')
  return { db, licensee, origin: linkOrigin(licensee, publicAddress(config)), now: () => new Date(), close }
}

try {
  process.exitCode = await runInviteOwner({
    argv: process.argv.slice(2),
    out: (line) => void process.stdout.write(`${line}\n`),
    open,
  })
} catch (error) {
  process.stderr.write(`Nobody was invited. ${reasonOf(error)}\n`)
  process.exitCode = 1
}
