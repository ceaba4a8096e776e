import { practiceName } from '../../licensees/practice-name.ts'
import { staffCards, staffNotices, staffShortcuts, type StaffCard } from '../../practice/extension-points.ts'
import { paths } from '../../practice/paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { feature, region, screen } from '../../protocol/definitions.ts'
import { admins, type Guard } from '../../protocol/guard.ts'
import type { Services } from '../../services.ts'
import { staffDashboardScreen, waitingBlocks, waitingRegion, type CountedCard } from './staff-dashboard.screens.ts'

/** The welcome page of the staff, with what the features add to it (specification 2 §2.15). */
export const staffDashboard = feature('staff-dashboard', ({ uses }: Pick<Services, 'uses'>) => ({
  menu: [
    {
      menu: 'main',
      id: 'admin-home',
      label: 'Dashboard',
      icon: 'home',
      guard: admins,
      do: goTo(paths.adminDashboard()),
    },
  ],
  screens: [
    screen({
      route: paths.adminDashboard.route,
      about: 'Welcome page of administrators',
      guard: admins,
      get actions() {
        return uses(staffShortcuts).flatMap(({ actions }) => actions)
      },
      load: (context) => {
        const shortcuts = admitted(uses(staffShortcuts), context).flatMap((shortcut) => shortcut.blocks())
        return staffDashboardScreen(practiceName(context), shortcuts)
      },
    }),
  ],
  regions: [
    region({
      name: waitingRegion,
      about: 'What administrators should know, and the cards of the features with what waits behind them',
      guard: admins,
      load: async (context) => {
        const [notices, cards] = await Promise.all([
          Promise.all(admitted(uses(staffNotices), context).map((notice) => notice.blocks(context))),
          Promise.all(admitted(uses(staffCards), context).map((card) => counted(card, context))),
        ])
        return waitingBlocks(notices.flat(), cards)
      },
    }),
  ],
}))

function admitted<T extends { guard: Guard }>(items: readonly T[], { principal }: Context): T[] {
  return items.filter(({ guard }) => guard.admits(principal))
}

async function counted({ count, ...card }: StaffCard, context: Context): Promise<CountedCard> {
  const waiting = await count?.(context)
  return { ...card, ...(waiting ? { count: waiting } : {}) }
}
