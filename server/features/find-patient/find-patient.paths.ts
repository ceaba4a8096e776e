import { path } from '../../protocol/path.ts'

export const findPatientPaths = {
  resultsRegion: path('findPatient.results', ['search', 'page', 'size']),
}
