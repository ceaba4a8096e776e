import type { Setting } from '../../licensees/settings/definition.ts'
import { readSubjectAudit } from '../../protocol/audit-store.ts'
import type { Context } from '../../protocol/context.ts'
import type { Services } from '../../services.ts'
import type { SettingEvent } from './admin.setting.screens.ts'
import type { Names } from './admin.setting.view.ts'

const events = ['admin.changeSetting', 'admin.resetSetting', 'admin.undoSetting'].map((name) => `action:${name}`)
const most = 10

/** Returns the last changes of a setting from the audit log, which has no values. */
export async function settingHistory(
  context: Context,
  { setting, names, db }: Pick<Services, 'db'> & { setting: Setting; names: Names },
): Promise<SettingEvent[]> {
  const rows = await readSubjectAudit(db, { licenseeId: context.licensee.id, subject: setting.name, events, most })
  return rows.map(({ event, actor, at }) => ({ event, who: names.get(actor) ?? actor, at }))
}
