import {
  appointmentsOffered,
  billingOffered,
  bookingOffered,
  messagesOffered,
  testResultsOffered,
} from '../../practice/offered.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, type Feature } from '../../protocol/definitions.ts'
import { anyone, patientsAndGuardians, wholeRecord } from '../../protocol/guard.ts'
import type { Rule } from '../../protocol/trace.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { portalParts } from './home.parts.ts'
import { dashboardScreen, landingScreen, privacyScreen, type Landing } from './home.screens.ts'
import { routes } from '../../practice/routes.ts'

/** What the landing page tells of (specification 1 §2): messaging, booking, test results and bills. */
const landingFeatures: (Landing['features'][number] & { offered: Rule })[] = [
  {
    id: 'messaging',
    label: 'Messaging',
    text: 'Write to the office whenever it suits you.',
    icon: 'message',
    offered: messagesOffered,
  },
  {
    id: 'booking',
    label: 'Booking',
    text: 'Find a time and book it at once.',
    icon: 'calendar',
    offered: bookingOffered,
  },
  {
    id: 'results',
    label: 'Test results',
    text: 'Read results as soon as they are ready.',
    icon: 'beaker',
    offered: testResultsOffered,
  },
  { id: 'bills', label: 'Bills', text: 'See what you owe and pay by card.', icon: 'card', offered: billingOffered },
]

const landingRules = Object.fromEntries(landingFeatures.map(({ id, offered }) => [id, offered]))
const dashboardRules = Object.fromEntries(portalParts.map(({ id, offered }) => [id, offered]))

/** Landing page, dashboard and privacy policy. */
export function homeFeature({ reachable }: { reachable: (route: string) => boolean }): Feature {
  return {
    name: 'home',
    messages: {},
    regions: [],
    actions: [],
    screens: [
      screen({
        route: '/',
        about: 'Landing page',
        guard: anyone,
        rules: landingRules,
        load: (context) => landingScreen(landing(context, reachable)),
      }),
      screen({
        route: routes.dashboard,
        about: 'Dashboard',
        guard: patientsAndGuardians,
        rules: { ...dashboardRules, next: appointmentsOffered },
        load: (context) => {
          const principal = actingPrincipal(context)
          return dashboardScreen({
            practice: practiceName(context),
            principal,
            appointments: context.show('next', appointmentsOffered),
            forms: reachable(routes.forms) && wholeRecord.admits(principal),
            cards: portalParts.filter(({ id, to, offered }) => reachable(to) && context.show(id, offered)),
          })
        },
      }),
      screen({
        route: '/privacypolicy',
        about: 'Privacy policy',
        guard: anyone,
        load: (context) => privacyScreen({ practice: practiceName(context), phone: context.setting('Practice_Phone') }),
      }),
    ],
  }
}

function landing(context: Context, reachable: (route: string) => boolean): Landing {
  return {
    practice: practiceName(context),
    signUp: reachable(routes.signUp),
    features: landingFeatures
      .filter(({ id, offered }) => context.show(id, offered))
      .map(({ offered: _rule, ...feature }) => feature),
  }
}
