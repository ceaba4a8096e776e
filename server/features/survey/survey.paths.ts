import { path } from '../../protocol/path.ts'

export const surveyPaths = {
  review: path('/appointments/reviews/:id/:flag'),
  thanks: path('/Thankyou/:id'),
}
