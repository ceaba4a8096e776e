import type { Area } from '../../area.ts'
import { clinicalDocumentRoutes, documentAssets } from './clinical-documents.routes.ts'
import { seedClinicalDocuments } from './clinical-documents.seed.ts'

export const clinicalDocuments: Area = {
  routes: [clinicalDocumentRoutes],
  pages: [documentAssets],
  seed: seedClinicalDocuments,
  migrations: 'areas/clinical-documents/migrations',
}
