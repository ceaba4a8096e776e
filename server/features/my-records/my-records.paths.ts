import { documentPaths, xmlPath } from '../../practice/document-files.ts'
import { pharmacyQuery } from '../../practice/paths.ts'
import { path } from '../../protocol/path.ts'

const visits = '/user/home/Myrecord/visits'

export const myRecordPaths = {
  pharmaciesRegion: path('myRecords.pharmacies', [...pharmacyQuery, 'page', 'size']),
  visit: { ...documentPaths(visits), xml: xmlPath(visits) },
}
