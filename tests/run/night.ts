import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * What takes too long for each change (`npm run test:night`, some hours): one after the other, also after one was red.
 * Ends with 1 if any was.
 */
const parts: [name: string, script: string, ...args: string[]][] = [
  ['every matrix whole, and every death', 'test:http', '--night', '--second-look'],
  ['two hundred kills during payments', 'bench', '--only', 'kills', '--kills', '200'],
  ['a second browser', 'test:firefox', '--second-look'],
  ['a busy machine', 'test:stress'],
  ['awkward times', 'test:clocks'],
  ['faults that tests must notice', 'test:mutation'],
]

const red: string[] = []
for (const [name, script, ...args] of parts) {
  console.log(`\n== ${name}: npm run ${script} -- ${args.join(' ')}`)
  const begin = Date.now()
  const [code] = (await once(spawn('npm', ['run', script, '--', ...args], { stdio: 'inherit' }), 'exit')) as [
    number | null,
  ] // of a process that ended
  console.log(`== ${Math.round((Date.now() - begin) / 60_000)} min, ${code === 0 ? 'green' : 'red'}: ${name}`)
  if (code !== 0) red.push(name)
}
console.log(red.length === 0 ? '\nThe night was green.' : `\nRed: ${red.join('; ')}`)
process.exitCode = red.length === 0 ? 0 : 1
