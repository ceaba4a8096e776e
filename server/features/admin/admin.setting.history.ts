import type { Setting } from '../../licensees/settings/definition.ts'
import { readSubjectAudit } from '../../protocol/audit-store.ts'
import type { Context } from '../../protocol/context.ts'
import type { Services } from '../../services.ts'
import type { SettingActions } from './admin.setting.row.ts'
import type { SettingEvent } from './admin.setting.screens.ts'
import type { Names } from './admin.setting.view.ts'

const most = 10

/** Returns the last changes of a setting from the audit log, which has no values. */
export async function settingHistory(
  context: Context,
  { setting, actions, names, db }: Pick<Services, 'db'> & { setting: Setting; actions: SettingActions; names: Names },
): Promise<SettingEvent[]> {
  const events = Object.values(actions).map(({ name }) => `action:${name}`)
  const rows = await readSubjectAudit(db, { licenseeId: context.licensee.id, subject: setting.name, events, most })
  return rows.map(({ event, actor, at }) => ({ event, who: names.get(actor) ?? actor, at }))
}
