import type { Db } from '../../../db/open.ts'
import type { Area } from '../../area.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { practiceSettings } from './practice-settings.ts'
import { practiceRoutes } from './practice.routes.ts'

/** The practice itself, which every other area refers to. */
export const practice: Area = {
  routes: [practiceRoutes],
  seed,
  settings: practiceSettings,
  migrations: 'areas/practice/migrations',
}

async function seed(db: Db, { plan }: DemoPractice): Promise<void> {
  const names = { name: 'text', license_name: 'text', website_id: 'int', time_zone: 'text', office_mail: 'text' }
  await insertRowsOf(db, { practice: plan.practice, name: 'practices', columns: names }, [
    {
      name: plan.name,
      license_name: plan.licenseName,
      website_id: plan.websiteId,
      time_zone: plan.timeZone,
      office_mail: plan.officeMail,
    },
  ])
  const links = { practice: plan.practice, name: 'short_links', columns: { code: 'text', target: 'text' } }
  await insertRowsOf(
    db,
    links,
    Object.entries(plan.shortLinks).map(([code, target]) => ({ code, target })),
  )
}
