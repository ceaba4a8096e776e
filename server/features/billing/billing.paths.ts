import { path } from '../../protocol/path.ts'

export const billingPaths = {
  chargesRegion: path('billing.charges', ['pay', 'visits', 'tab']),
}
