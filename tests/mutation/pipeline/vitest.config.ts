import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** Unit tests before requests: a run ends at the first test that a mutant fails. */
class UnitsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isRequest = ({ moduleId }: TestSpecification) => Number(moduleId.includes('/tests/http/'))
    return files.toSorted((one, other) => isRequest(one) - isRequest(other))
  }
}

/** The unit tests of the pipeline, and those that send requests through the whole of it in this process. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { sequencer: UnitsFirst },
    globalSetup: ['tests/support/prepared/setup.ts'],
    tags: [{ name: 'database' }],
    include: [
      'server/protocol/{act-pipeline,run-upload,view-pipeline,run-once,input-check,limiter}.test.ts',
      'server/http/acting.test.ts',
      'tests/http/protocol-{input,screens,session,uploads}.test.ts',
    ],
  },
})
