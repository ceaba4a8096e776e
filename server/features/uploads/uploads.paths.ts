import { path } from '../../protocol/path.ts'

export const uploadPaths = {
  upload: path('/user/fileupload/:apptId', ['card']),
  code: path('/user/fileupload/qrcode/:apptId/:documentType'),
  camera: path('/user/fileupload/camera/:apptId/:docType'),
}
