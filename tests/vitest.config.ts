import { defineConfig } from 'vitest/config'
import { WriteRunReport } from './run/run-report.ts'
import { SlowestFiles } from './support/slowest-files.ts'

export const prepared = 'tests/support/prepared/setup.ts'
export const leftovers = 'tests/support/leftovers.ts'
export const report = process.env.TEST_REPORT

/** Generous limits, for machines that are busy. Modules stay between the files of a worker (docs/decisions/0019). */
export const common = {
  testTimeout: 180_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  isolate: false,
}

/** Four suites: a real browser, units beside the code, guards over the source, HTTP on real servers. The set-up of the first prepares for all. */
export default defineConfig({
  test: {
    maxWorkers: 3, // on two cores: tests wait for a third of their time
    reporters: ['default', new SlowestFiles(), ...(report ? [new WriteRunReport(report)] : [])],
    tags: [{ name: 'database', description: 'can differ between PGlite and PostgreSQL with Redis: runs on both' }],
    projects: [
      {
        test: {
          ...common,
          testTimeout: 300_000,
          name: 'browser',
          globalSetup: ['tests/browser/setup.ts'],
          setupFiles: [leftovers],
          include: ['tests/browser/**/*.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'unit',
          globalSetup: [prepared],
          setupFiles: ['tests/support/patience.ts'],
          include: ['{client,server,schemas}/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.{ts,tsx}'],
        },
      },
      { test: { ...common, name: 'guards', include: ['tests/guards/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'http',
          globalSetup: [prepared],
          setupFiles: [leftovers],
          include: ['tests/http/**/*.test.ts'],
        },
      },
    ],
  },
})
