import { path } from '../../protocol/path.ts'

export const adminPaths = {
  warningsRegion: path('admin.settingWarnings', ['name']),
}
