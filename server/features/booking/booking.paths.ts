import { timesQuery } from '../../practice/paths.ts'
import { path } from '../../protocol/path.ts'

export const bookingPaths = {
  confirmation: path('/user/bookappointment/confirmation', ['hold']),
  timesRegion: path('booking.times', timesQuery),
}
