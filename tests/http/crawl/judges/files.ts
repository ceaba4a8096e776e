import { failedFiles, filesOn } from '../crawl.ts'
import { opened, type Judge } from '../judge.ts'

export const files: Judge = {
  name: 'has only files that open',
  faultsIn: (crawled) => failedFiles(crawled.visitor, filesOn(opened(crawled))),
}
