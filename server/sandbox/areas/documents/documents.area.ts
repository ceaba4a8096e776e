import type { Area } from '../../area.ts'
import { documentFiles, documentRoutes } from './documents.routes.ts'

export const documents: Area = {
  routes: [documentRoutes],
  pages: [documentFiles],
  migrations: 'areas/documents/migrations',
}
