import { path } from '../../protocol/path.ts'

export const uploadPaths = {
  upload: path('/user/fileupload/:apptId', ['card']),
  code: path('/user/fileupload/qrcode/:apptId/:documentType'),
  chartFile: path('/user/home/Myrecord/documents/:id'),
  chartList: path('/user/home/Myrecord/documents', ['page', 'size']),
  camera: path('/user/fileupload/camera/:apptId/:docType'),
}
