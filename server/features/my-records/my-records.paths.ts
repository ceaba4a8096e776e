import { documentPaths, xmlPath } from '../../practice/document-files.ts'
import { path } from '../../protocol/path.ts'

const searched = ['name', 'address', 'city', 'state', 'zip', 'phone', 'fax'] as const
const visits = '/user/home/Myrecord/visits'

export const myRecordPaths = {
  pharmacySearch: path('/user/home/Myrecord/pharmacy', [...searched, 'page', 'size', 'change']),
  pharmaciesRegion: path('myRecords.pharmacies', [...searched, 'page', 'size']),
  visit: { ...documentPaths(visits), xml: xmlPath(visits) },
}
