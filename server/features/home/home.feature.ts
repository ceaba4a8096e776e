import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { signInMethods } from '../../practice/extension-points.ts'
import { privacyWords } from '../../practice/privacy.ts'
import { paths } from '../../practice/paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { feature, region, screen, type ToDo } from '../../protocol/definitions.ts'
import { anyone, patientsAndGuardians, type Guard } from '../../protocol/guard.ts'
import { actingPrincipal, type Principal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { dashboardScreen, privacyScreen, toDoBlocks, toDoRegion, type Waiting } from './home.screens.ts'
import { homePaths } from './home.paths.ts'
import { landingScreen, locationBlocks, locationsRegion } from './landing.screens.ts'
import { practiceMark } from './practice-mark.ts'
import { placeOfPhoto, practicePhoto } from './practice-photo.ts'

/** Landing page, dashboard and privacy policy, with the contributions of other features (specification 1 §2). */
export const home = feature(
  'home',
  ({ db, index, emrOf, uses, log }: Pick<Services, 'db' | 'index' | 'emrOf' | 'uses' | 'log'>) => ({
    menu: [
      {
        menu: 'main',
        id: 'dashboard',
        label: 'Dashboard',
        icon: 'home',
        guard: patientsAndGuardians,
        do: goTo(paths.dashboard()),
      },
    ],
    files: [practicePhoto({ emrOf }), practiceMark({ db, emrOf, log })],
    regions: [
      region({
        name: locationsRegion,
        about: 'Where the practice is and how to reach it',
        guard: anyone,
        load: async ({ licensee }) => locationBlocks(await emrOf(licensee).facilities()),
      }),
      region({
        name: toDoRegion,
        about: 'What waits for the person, with counts',
        guard: patientsAndGuardians,
        load: async (context) => {
          const principal = actingPrincipal(context)
          const toDos = index
            .cards()
            .filter(({ guard, offered }) => guard.admits(principal) && (!offered || offered(context)))
            .filter((card) => card.kind === 'toDo')
          return toDoBlocks(await Promise.all(toDos.map((toDo) => waitingOf(toDo, context))))
        },
      }),
    ],
    screens: [
      screen({
        route: homePaths.landing.route,
        about: 'Landing page',
        guard: anyone,
        get actions() {
          return uses(signInMethods).flatMap(({ actions }) => actions)
        },
        get rules() {
          const tiles = index.landingTiles().map(({ id, offered }) => [id, offered] as const)
          return Object.fromEntries([...tiles, ...uses(signInMethods).map(({ id, rule }) => [id, rule] as const)])
        },
        load: async (context) =>
          landingScreen({
            practice: practiceName(context),
            signUp: index.reachable(paths.signUp.route),
            ownPage: ownPageOf(context.principal),
            methods: uses(signInMethods).flatMap((method) => method.blocks(context, '')),
            photoOf: await placeOfPhoto(emrOf(context.licensee)),
            tiles: index
              .landingTiles()
              .filter(({ id, guard, offered }) => context.show(id, offered) && isFor(context.principal, guard)),
          }),
      }),
      screen({
        route: paths.dashboard.route,
        about: 'Dashboard',
        guard: patientsAndGuardians,
        get rules() {
          const cards = index.cards().filter(({ kind }) => kind !== 'toDo')
          return Object.fromEntries(cards.flatMap(({ id, offered }) => (offered ? [[id, offered]] : [])))
        },
        load: (context) => {
          const principal = actingPrincipal(context)
          return dashboardScreen({
            principal,
            cards: index.cards().filter(({ id, kind, guard, offered }) => {
              const isOffered = !offered || (kind === 'toDo' ? offered(context) : context.show(id, offered))
              return guard.admits(principal) && isOffered
            }),
          })
        },
      }),
      screen({
        route: homePaths.privacy.route,
        about: 'Privacy policy',
        guard: anyone,
        load: (context) =>
          privacyScreen(
            privacyWords({ practice: practiceName(context), phone: context.setting(practiceSettings.Practice_Phone) }),
          ),
      }),
    ],
  }),
)

/** What the record server does not say is named, and the rest is shown. */
async function waitingOf({ id, label, icon, to, load }: ToDo & { id: string }, context: Context): Promise<Waiting> {
  try {
    return { id, label, icon, to, what: await load(context), failed: false }
  } catch (error) {
    if (error instanceof EmrError) return { id, label, icon, to, what: undefined, failed: true }
    throw error
  }
}

function isFor(principal: Principal | undefined, guard: Guard): boolean {
  return principal === undefined || guard.admits(principal)
}

function ownPageOf(principal: Principal | undefined): string | undefined {
  if (!principal || principal.kind === 'guest') return undefined
  return principal.kind === 'admin' ? paths.adminDashboard() : paths.dashboard()
}
