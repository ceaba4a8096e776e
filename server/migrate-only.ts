import { openForCommand, runCommand } from './open-for-command.ts'

await runCommand(async ({ out }, configOf) => {
  const { close } = await openForCommand(configOf(), 'migrate')
  await close()
  out('The tables are those of this version.')
  return 0
}, 'The tables were not changed.')
