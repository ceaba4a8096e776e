import { defineConfig } from 'vitest/config'

/** The unit tests beside the rules and guards: no database, no server. */
export default defineConfig({
  test: {
    include: [
      'server/features/**/*.rules.test.ts',
      'server/protocol/{guard,admit}.test.ts',
      'server/practice/offered.test.ts',
    ],
  },
})
