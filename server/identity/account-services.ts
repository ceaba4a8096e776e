import type { Services } from '../services.ts'

/** The services that signing in and account security need. */
export type AccountServices = Pick<
  Services,
  'db' | 'emrOf' | 'outbox' | 'sessions' | 'encryption' | 'passwords' | 'countedTries' | 'uses'
>
