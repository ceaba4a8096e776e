import { guestSettings } from './guests.settings.ts'
import {
  contactDialog,
  ContactOnRecord,
  countFailed,
  countLookup,
  lookupOver,
  LocateInput,
  lookUp,
} from '../../identity/patient-lookup.ts'
import { todayAt } from '../../identity/today.ts'
import { billingOffer, billingOffered, guestPaymentsOffered } from '../../practice/offered.ts'
import { careProofs, guestPayments, signInMethods } from '../../practice/extension-points.ts'
import { paths } from '../../practice/paths.ts'
import { call, link as linkTo } from '../../protocol/block-builders.ts'
import { sessionActions } from '../../practice/session-actions.ts'
import { action, feature, screen, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone, guests as guestsOnly } from '../../protocol/guard.ts'
import type { Services } from '../../services.ts'
import { enterAsGuest, refuseAccounts, type GuestServices } from './guest-session.ts'
import { showCareAction, showCareForm } from './invoice-proof.ts'
import { guestsMessages } from './guests.messages.ts'
import { paymentLink } from './payment-link.ts'
import { guestLoginScreen, guestThanksScreen } from './guests.screens.ts'

const offered = { ...billingOffer } as const

const codes = {
  '/PatientFirstName': { required: 'guests.firstName', pattern: 'guests.firstName' },
  '/PatientLastName': { required: 'guests.lastName', pattern: 'guests.lastName' },
  '/PatientDOB': { required: 'guests.birthDay', format: 'guests.noDay' },
  '/PatientGender': { required: 'guests.gender', type: 'guests.gender', enum: 'guests.gender' },
  '/PatientZIP': { required: 'guests.zip', pattern: 'guests.zip' },
}

/** People without an account who pay a patient's bill (specification 2 §2.6, §4.3). */
export const guests = feature('guests', (services: GuestServices & Pick<Services, 'uses'>) => {
  const verify = verifyAction(services)
  const link = paymentLink(services)
  const showCare = showCareAction(services)
  return {
    settings: Object.values(guestSettings),
    messages: guestsMessages,
    forms: () => [ContactOnRecord],
    actions: [verify, showCare, link.action],
    menu: [
      {
        menu: 'main',
        id: 'guest-billing',
        label: 'Billing',
        icon: 'card',
        guard: guestsOnly,
        ...offered,
        do: { type: 'navigate', to: paths.guestBilling() },
      },
      {
        menu: 'account',
        id: 'guest-logout',
        label: 'Logout',
        icon: 'signout',
        guard: guestsOnly,
        do: call(sessionActions.signOut, { to: paths.guestLogin() }),
      },
    ],
    extends: [
      careProofs.add({ actions: [showCare], blocks: () => [showCareForm(showCare)] }),
      signInMethods.add({
        id: 'guest',
        rule: billingOffered,
        actions: [],
        blocks: (context) => {
          if (!context.show('guest', billingOffered)) return []
          const what = guestPaymentsOffered(context) ? 'Pay a bill' : 'See a bill'
          return [linkTo('guest', { text: `${what} without an account`, to: paths.guestLogin(), icon: 'card' })]
        },
      }),
    ],
    screens: [
      link.screen,
      screen({
        route: paths.guestLogin.route,
        aliases: ['/user/guestlogin'],
        about: 'Verification of guests',
        actions: [verify],
        guard: anyone,
        ...offered,
        load: (context) => guestLoginScreen({ verify, today: todayAt(context), canPay: guestPaymentsOffered(context) }),
      }),
      screen({
        route: paths.guestThanks.route,
        under: paths.guestBilling.route,
        about: 'Thank-you after the payment of a guest',
        guard: anyone,
        load: async (context) => {
          const isGuest = context.principal?.kind === 'guest'
          const paid = isGuest ? await Promise.all(services.uses(guestPayments).map((load) => load(context))) : []
          return guestThanksScreen({ isGuest, paid: paid.flat() })
        },
      }),
    ],
  }
})

/** Starts the session of a guest: billing of the one patient that fits, and nothing else. */
function verifyAction(services: GuestServices): ActionDefinition {
  const verify: ActionDefinition = action({
    name: 'guests.verify',
    about: 'Verifies whose bill a guest pays',
    ofAccount: true,
    guard: anyone,
    ...offered,
    repeatable: true,
    codes,
    upToToday: { '/PatientDOB': 'guests.future' },
    input: LocateInput,
    get actions() {
      return [verify]
    },
    run: async (context, input) => {
      refuseAccounts(context)
      const left = await countLookup(context, input)
      if (left === 'contact') return [{ type: 'open', dialog: contactDialog(verify, input) }]
      if (left === 'over') throw lookupOver()
      const [patient, ...others] = await lookUp(services.emrOf(context.licensee), input)
      // Whether nobody fits or several do must not be told apart.
      if (!patient || others.length > 0) {
        await countFailed(context, services)
        throw new Failure('guests.none', { status: 404 })
      }
      return enterAsGuest(context, { patient, seesCare: false })
    },
  })
  return verify
}
