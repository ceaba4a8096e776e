import { readConfig } from './config.ts'
import { sentenceFor } from './start-error.ts'

try {
  const config = readConfig(process.env)
  // The portal takes seconds to load: a configuration that cannot work is refused before.
  const { start } = await import('./start.ts')
  await start(config)
} catch (error) {
  process.stderr.write(`The portal could not start. ${sentenceFor(error)}\n`)
  process.exit(1)
}
