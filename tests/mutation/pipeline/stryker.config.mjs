import { common } from '../common.mjs'

/** What every request passes through, tested by requests to an app in this process. */
export default {
  ...common,
  mutate: ['server/protocol/{run-action,run-once,run-upload,input-check,limiter,answer}.ts', 'server/http/acting.ts'],
  vitest: { configFile: 'tests/mutation/pipeline/vitest.config.ts' },
  htmlReporter: { fileName: '.cache/mutation/pipeline.html' },
  jsonReporter: { fileName: '.cache/mutation/pipeline.json' },
}
