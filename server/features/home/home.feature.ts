import { practiceName } from '../../licensees/practice-name.ts'
import { privacyWords } from '../../practice/privacy.ts'
import { routes } from '../../practice/routes.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { feature, screen } from '../../protocol/definitions.ts'
import { anyone, patientsAndGuardians } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { dashboardScreen, landingScreen, privacyScreen } from './home.screens.ts'

/** Landing page, dashboard and privacy policy: what the features of this portal add to them (specification 1 §2). */
export const home = feature('home', ({ index }: Pick<Services, 'index'>) => ({
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
  screens: [
    screen({
      route: '/',
      about: 'Landing page',
      guard: anyone,
      get rules() {
        return Object.fromEntries(index.landingTiles().map(({ id, offered }) => [id, offered]))
      },
      load: (context) =>
        landingScreen({
          practice: practiceName(context),
          signUp: index.reachable(routes.signUp),
          tiles: index.landingTiles().filter(({ id, offered }) => context.show(id, offered)),
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
          practice: practiceName(context),
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
