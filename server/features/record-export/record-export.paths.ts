import { path } from '../../protocol/path.ts'

export const recordExportPaths = {
  pdf: path('/user/home/Myrecord/export/pdf'),
  fhir: path('/user/home/Myrecord/export/fhir'),
}
