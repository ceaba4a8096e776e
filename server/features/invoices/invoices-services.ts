import type { Services } from '../../services.ts'

export type InvoiceServices = Pick<Services, 'db' | 'licensees' | 'emrOf' | 'jobs' | 'now' | 'log' | 'encryption'>
