import { path } from '../../protocol/path.ts'

export const arrivalPaths = {
  arrival: path('/user/bookappointment/features/:apptId/:licenseName/:flag'),
  redirect: path('/user/redirect/:urlcode'),
}
