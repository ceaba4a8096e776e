import { common } from '../common.mjs'

/** What every request passes through, tested by requests to an app in this process. */
export default {
  ...common,
  mutate: [
    'server/protocol/{act-pipeline,limits,view-pipeline,run-once,input-check,limiter}.ts',
    'server/http/acting.ts',
  ],
  vitest: { configFile: 'tests/mutation/pipeline/vitest.config.ts' },
  htmlReporter: { fileName: '.cache/mutation/pipeline.html' },
  jsonReporter: { fileName: '.cache/mutation/pipeline.json' },
}
