import { common } from '../common.mjs'

/** Rules and guards: pure functions, killed by the unit tests beside them. */
export default {
  ...common,
  mutate: [
    'server/**/*.rules.ts',
    'server/protocol/guard.ts',
    'server/protocol/admit.ts',
    'server/practice/offered.ts',
  ],
  vitest: { configFile: 'tests/mutation/rules/vitest.config.ts' },
  htmlReporter: { fileName: '.cache/mutation/rules.html' },
  jsonReporter: { fileName: '.cache/mutation/rules.json' },
}
