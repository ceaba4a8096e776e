import type { Reporter, TestModule } from 'vitest/node'

const most = 10

interface Took {
  project: string
  name: string
  seconds: number
}

/** Prints after a run where its time went, in seconds of its workers: the slowest files, and the share of each suite. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const took = modules.map((module): Took => {
      const { collectDuration, duration } = module.diagnostic() // imports; hooks and tests
      const project = module.project.name
      return { project, name: `${project} ${module.relativeModuleId}`, seconds: (collectDuration + duration) / 1000 }
    })
    if (took.length > most) process.stdout.write(`\n${tableOf(took).join('\n')}\n\n`)
  }
}

function tableOf(took: readonly Took[]): string[] {
  const all = sumOf(took)
  const shares = [...new Set(took.map(({ project }) => project))].map((suite) => {
    const files = took.filter(({ project }) => project === suite)
    return { name: `${suite}, ${files.length} files`, seconds: sumOf(files) }
  })
  const slowest = took.toSorted(bySeconds).slice(0, most)
  return [
    ' The slowest files',
    ...slowest.map(lineOf),
    ' The share of each suite',
    ...shares.toSorted(bySeconds).map((share) => `${lineOf(share)}, ${Math.round((100 * share.seconds) / all)} %`),
  ]
}

const sumOf = (took: readonly Took[]) => took.reduce((sum, { seconds }) => sum + seconds, 0)
const bySeconds = (one: { seconds: number }, other: { seconds: number }) => other.seconds - one.seconds
const lineOf = ({ name, seconds }: Pick<Took, 'name' | 'seconds'>) => `${seconds.toFixed(1).padStart(8)} s  ${name}`
