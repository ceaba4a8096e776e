import type { Services } from '../services.ts'

/** What signing in, and what protects an account, need. */
export type AccountServices = Pick<Services, 'db' | 'emrOf' | 'outbox' | 'sessions' | 'encryption' | 'passwords'>
