import { defineConfig } from 'vitest/config'

const common = { testTimeout: 60_000, hookTimeout: 120_000, isolate: false }

const prepared = 'tests/support/prepared/setup.ts'

/** Four suites: units beside the code, guards over the source, HTTP on real servers, a real browser. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          globalSetup: [prepared],
          include: ['{client,server,schemas}/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.{ts,tsx}'],
        },
      },
      { test: { ...common, name: 'guards', include: ['tests/guards/**/*.test.ts'] } },
      { test: { ...common, name: 'http', globalSetup: [prepared], include: ['tests/http/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: [prepared, 'tests/browser/build.ts'],
          fileParallelism: false,
        },
      },
    ],
  },
})
