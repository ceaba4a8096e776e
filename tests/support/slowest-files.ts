import type { Reporter, TestModule } from 'vitest/node'

const most = 10

/** Prints after a run which files took longest, in seconds: their own imports, hooks and tests. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const took = modules
      .map((module) => {
        const { collectDuration, duration } = module.diagnostic()
        return {
          name: `${module.project.name} ${module.relativeModuleId}`,
          seconds: (collectDuration + duration) / 1000,
        }
      })
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, most)
    if (modules.length <= most) return
    const lines = took.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`)
    process.stdout.write(['', ' The slowest files', ...lines, '', ''].join('\n'))
  }
}
