import { join } from 'node:path'
import type { Area } from '../../area.ts'
import { clinicalDocumentRoutes } from './clinical-documents.routes.ts'
import { seedClinicalDocuments } from './clinical-documents.seed.ts'

export const clinicalDocuments: Area = {
  routes: [clinicalDocumentRoutes],
  seed: seedClinicalDocuments,
  migrations: join(import.meta.dirname, 'migrations'),
}
