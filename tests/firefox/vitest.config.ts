import { defineConfig } from 'vitest/config'
import { WriteRunReport } from '../run/run-report.ts'
import { common, leftovers, report } from '../vitest.config.ts'

/** A second browser, in the night only (`npm run test:firefox`): everything else runs in Chromium. */
export default defineConfig({
  test: {
    reporters: ['default', ...(report ? [new WriteRunReport(report)] : [])],
    projects: [
      {
        test: {
          ...common,
          testTimeout: 300_000,
          name: 'firefox',
          globalSetup: ['tests/firefox/setup.ts'],
          setupFiles: [leftovers],
          include: ['tests/firefox/**/*.test.ts'],
        },
      },
    ],
  },
})
