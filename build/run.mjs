// Builds what is older than its sources, then runs an entry of the built server: `node build/run.mjs main`.
import { join } from 'node:path'
import { buildIfOlder } from './build.mjs'

const [name, ...args] = process.argv.slice(2)
try {
  if (name === 'main') buildIfOlder('client')
  buildIfOlder('server')
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
const entry = join(import.meta.dirname, '..', 'dist', 'server', `${name}.js`)
process.argv.splice(1, process.argv.length, entry, ...args)
process.setSourceMapsEnabled(true)
await import(entry)
