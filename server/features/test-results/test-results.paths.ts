import { documentPaths } from '../../practice/document-files.ts'
import { path } from '../../protocol/path.ts'

/** The specification names two addresses for one result; its files are below the second (specification 2 §2.8). */
export const resultFiles = '/user/home/resultdocument'

export const testResultPaths = {
  list: path('/user/home/TestResults', ['page', 'size']),
  result: path('/user/home/resultannotation', ['result']),
  valuesRegion: path('testResults.values', ['result']),
  trendRegion: path('testResults.trend', ['code']),
  ...documentPaths(resultFiles),
}
