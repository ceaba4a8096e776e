import { path } from '../../protocol/path.ts'

export const paymentPaths = {
  installments: path('/user/home/Installments', ['card']),
  receipt: path('/payment/printReceipt', ['payment', 'print']),
  receiptFile: path('/payment/printReceipt/:payment/pdf'),
  staff: path('/admin/payments'),
}
