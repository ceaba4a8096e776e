import { practiceName } from '../../licensees/practice-name.ts'
import { signInMethods } from '../../practice/extension-points.ts'
import { privacyWords } from '../../practice/privacy.ts'
import { routes } from '../../practice/routes.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { feature, region, screen } from '../../protocol/definitions.ts'
import { anyone, patientsAndGuardians, type Guard } from '../../protocol/guard.ts'
import { actingPrincipal, type Principal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { dashboardScreen, privacyScreen } from './home.screens.ts'
import { landingScreen, locationBlocks, locationsRegion } from './landing.screens.ts'
import { placeOfPhoto, practicePhoto } from './practice-photo.ts'

/** Landing page, dashboard and privacy policy, with the contributions of other features (specification 1 §2). */
export const home = feature('home', ({ index, emrOf, uses }: Pick<Services, 'index' | 'emrOf' | 'uses'>) => ({
  menu: [
    {
      menu: 'main',
      id: 'dashboard',
      label: 'Dashboard',
      icon: 'home',
      guard: patientsAndGuardians,
      do: goTo(routes.dashboard),
    },
  ],
  files: [practicePhoto({ emrOf })],
  regions: [
    region({
      name: locationsRegion,
      about: 'Where the practice is and how to reach it',
      guard: anyone,
      load: async ({ licensee }) => locationBlocks(await emrOf(licensee).facilities()),
    }),
  ],
  screens: [
    screen({
      route: '/',
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
          signUp: index.reachable(routes.signUp),
          ownPage: ownPageOf(context.principal),
          methods: uses(signInMethods).flatMap((method) => method.blocks(context, '')),
          photoOf: await placeOfPhoto(emrOf(context.licensee)),
          tiles: index
            .landingTiles()
            .filter(({ id, guard, offered }) => context.show(id, offered) && isFor(context.principal, guard)),
        }),
    }),
    screen({
      route: routes.dashboard,
      about: 'Dashboard',
      guard: patientsAndGuardians,
      get rules() {
        return Object.fromEntries(index.cards().flatMap(({ id, offered }) => (offered ? [[id, offered]] : [])))
      },
      load: (context) => {
        const principal = actingPrincipal(context)
        return dashboardScreen({
          principal,
          cards: index
            .cards()
            .filter(({ id, guard, offered }) => guard.admits(principal) && (!offered || context.show(id, offered))),
        })
      },
    }),
    screen({
      route: '/privacypolicy',
      about: 'Privacy policy',
      guard: anyone,
      load: (context) =>
        privacyScreen(privacyWords({ practice: practiceName(context), phone: context.setting('Practice_Phone') })),
    }),
  ],
}))

function isFor(principal: Principal | undefined, guard: Guard): boolean {
  return principal === undefined || guard.admits(principal)
}

function ownPageOf(principal: Principal | undefined): string | undefined {
  if (!principal || principal.kind === 'guest') return undefined
  return principal.kind === 'admin' ? routes.adminDashboard : routes.dashboard
}
