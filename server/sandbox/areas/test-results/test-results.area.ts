import type { Area } from '../../area.ts'
import { testResultRoutes } from './test-results.routes.ts'
import { seedTestResults } from './test-results.seed.ts'

export const testResults: Area = {
  routes: [testResultRoutes],
  seed: seedTestResults,
  migrations: 'areas/test-results/migrations',
}
