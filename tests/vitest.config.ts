import { defineConfig } from 'vitest/config'

const common = { testTimeout: 60_000, hookTimeout: 120_000 }

/** Four suites: units beside the code, guards over the source, HTTP on real servers, a real browser. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{client,server,schemas}/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.{ts,tsx}'],
        },
      },
      { test: { ...common, name: 'guards', include: ['tests/guards/**/*.test.ts'] } },
      { test: { ...common, name: 'http', include: ['tests/http/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/browser/build.ts'],
          fileParallelism: false,
        },
      },
    ],
  },
})
