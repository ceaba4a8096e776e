import Type from 'typebox'
import { paymentSettings } from './payments.settings.ts'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { closed } from '../../../schemas/base.ts'
import { printQuery, printsAtOnce } from '../../practice/billing/document-pages.ts'
import { maySee } from '../../practice/billing/payer-rights.rules.ts'
import {
  accountSections,
  agreedPayments,
  chargePayments,
  guardianRemoved,
  guestPayments,
  pendingCharges,
  signingOut,
  staffCards,
  patientPageSections,
  staffNotices,
  staffTaskSources,
} from '../../practice/extension-points.ts'
import { billPayers, paymentsOffered } from '../../practice/offered.ts'
import { logoPictures, practiceLogo } from '../../practice/practice-logo.ts'
import { paths } from '../../practice/paths.ts'
import { paymentPaths } from './payments.paths.ts'
import { call, goTo, text, title } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { action, feature, region, screen } from '../../protocol/definitions.ts'
import { switchPatient } from '../../identity/complete-sign-in.dialogs.ts'
import { askToSwitchTo } from '../../identity/link-of-other.ts'
import { todayAt } from '../../identity/today.ts'
import { Failure } from '../../protocol/failure.ts'
import { frontOffice, guests, patientsAndGuardians } from '../../protocol/guard.ts'
import { payingPerson } from '../../practice/billing/paying-person.ts'
import { sheetPdf } from '../../sheets/sheet-pdf.ts'
import { billsTopic } from '../../practice/billing/bill-topics.ts'
import { forgetCards } from './forget-cards.ts'
import { cardPlace } from './own-cards.ts'
import { guarded } from './guarded.ts'
import { chargeInstallments } from './installments/charge-installments.ts'
import { stopThose } from './installments/end-plans.ts'
import { guardedInstallments, installmentActions } from './installments/installments.actions.ts'
import { AgreeForm, InstallmentsForm, InstallmentsQuery } from './installments/installments.inputs.ts'
import { installmentsMessages } from './installments/installments.messages.ts'
import { installmentsScreen } from './installments/installments.screens.ts'
import {
  loadInSettings,
  loadInstallmentsPage,
  loadOnBilling,
  runningInWords,
} from './installments/load-installments.ts'
import { notifyPayer } from './installments/notify-payer.ts'
import { loadPaymentPage } from './load-payment-page.ts'
import { countStaffPayments, loadPatientPayments, loadStaffPayments, paymentTasks } from './load-staff-payments.ts'
import { storedContradictions } from './contradictions.store.ts'
import { paymentActions } from './payments.actions.ts'
import { loadPaid, thanksBlocks } from './thanks.ts'
import { historyBlocks, latestBlocks, openPaymentNotices } from './payments.history.ts'
import { isCharged, isRefunded } from './payment-states.rules.ts'
import { AmountForm, CardForm, PaymentQuery } from './payments.inputs.ts'
import { paymentsMessages } from './payments.messages.ts'
import { practicePaymentsTopic, type PaymentServices } from './payments-services.ts'
import { heading, paymentScreen } from './payments.screens.ts'
import {
  chargesOfPayment,
  forgetEnteredCard,
  paymentsOf,
  pendingParts,
  readPayment,
  type Payment,
} from './payments.store.ts'
import { noticeReceipt } from './notice-receipt.ts'
import { postPayment } from './post-payment.ts'
import { readDetails } from './receipt-details.ts'
import { receiptParts, receiptScreen, type Receipt } from './receipt.screens.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { forgetEnteredCards, resolvePayments } from './resolve-payments.ts'
import { reversePayment } from './reverse-payment.ts'
import { toCheckNotice } from './staff-payments.screens.ts'
import { watchRefunds } from './watch-refunds.ts'

/** Paying what is owed by card, receipts, and payments without an end (specification 2 §2.4, §2.5, §4.2). */
export const payments = feature('payments', (services: PaymentServices) => {
  const { db } = services
  const actions = paymentActions(services)
  const onInstallments = installmentActions(services)
  const printReceipt = action({
    // Receipts stay when card payment is switched off.
    guard: billPayers,
    name: 'payments.printReceipt',
    about: 'Printed a receipt',
    input: closed({ payment: Type.String({ maxLength: 60 }) }),
    limit: { perAddress: 60 },
    run: async (context, { payment }) => {
      await ownPayment(context, services, payment)
      return [{ type: 'print' }]
    },
  })
  return {
    settings: Object.values(paymentSettings),
    messages: { ...paymentsMessages, ...installmentsMessages },
    actions: [...Object.values(actions), ...Object.values(onInstallments), printReceipt],
    forms: () => [CardForm, AmountForm, InstallmentsForm, AgreeForm],
    menu: [
      {
        menu: 'account',
        id: 'payment',
        label: 'Payment',
        icon: 'card',
        ...guarded,
        guard: patientsAndGuardians,
        do: goTo(paths.payment()),
      },
      {
        menu: 'main',
        id: 'admin-payments',
        label: 'Open payments',
        icon: 'card',
        guard: frontOffice,
        do: goTo(paymentPaths.staff()),
      },
    ],
    extends: [
      staffNotices.add({
        guard: frontOffice,
        blocks: async (context) => {
          const licenseeId = context.licensee.id
          context.dependsOn(practicePaymentsTopic(licenseeId))
          if ((await storedContradictions(db, licenseeId)).length === 0) return []
          return [toCheckNotice([{ id: 'to-check-open', label: 'See open payments', do: goTo(paymentPaths.staff()) }])]
        },
      }),
      staffCards.add({
        id: 'payments',
        guard: frontOffice,
        order: 20,
        title: 'Open payments',
        text: 'See what waits for an answer, and what to tell patients.',
        icon: 'card',
        to: paymentPaths.staff(),
        count: (context) => countStaffPayments(context, services),
      }),
      staffTaskSources.add({
        kind: 'payment',
        endsByItself: true,
        load: (licensee, now) => paymentTasks(services, licensee, now),
      }),
      patientPageSections.add({
        id: 'open-payments-section',
        title: 'Open payments',
        guard: frontOffice,
        order: 34,
        blocks: (context, patient) => loadPatientPayments(context, services, patient),
      }),
      guardianRemoved.add(async (tx, removed) => {
        await stopThose(tx, services, { ...removed, reason: 'access' })
        await services.jobs.add(tx, forgetCards, removed)
      }),
      agreedPayments.add({
        running: runningInWords,
        stop: (tx, key) => stopThose(tx, services, { ...key, reason: 'office' }),
      }),
      signingOut.add(async (context) => {
        if (!context.principal || context.principal.kind === 'admin') return
        await forgetEnteredCard(db, cardPlace(context, payingPerson(context))).catch((error: unknown) =>
          services.log.error({ err: error }, 'an entered card could not be forgotten'),
        )
      }),
      accountSections.add({
        id: 'installments-section',
        actions: [onInstallments.stop],
        blocks: (context) => loadInSettings(context, { services, actions: onInstallments }),
      }),
      guestPayments.add(async (context) => {
        const payment = await lastPayment(context, services)
        return payment && !isRefunded(payment.state) ? thanksBlocks(await loadPaid(context, services, payment)) : []
      }),
      pendingCharges.add((context) => pendingParts(db, payingPerson(context))),
      chargePayments.add({
        actions: [onInstallments.stop],
        load: async (context) => {
          const person = payingPerson(context)
          context.dependsOn(billsTopic(person))
          const [all, installments] = await Promise.all([
            paymentsOf(db, person),
            loadOnBilling(context, { services, actions: onInstallments }),
          ])
          const shown = all.filter((payment) => maySee(person, payment))
          return {
            isOffered: paymentsOffered(context),
            notices: [
              ...openPaymentNotices(shown, context.setting(practiceSettings.Practice_Phone)),
              ...installments.notices,
            ],
            agreed: installments.agreed,
            waysToPay: installments.waysToPay,
            latest: latestBlocks(shown, { person, today: todayAt(context), timeZone: context.licensee.timeZone }),
            history: historyBlocks(shown, context.licensee.timeZone),
          }
        },
      }),
    ],
    screens: [
      ...(
        [
          {
            route: paths.payment.route,
            under: paths.billing.route,
            guard: patientsAndGuardians,
            about: 'Payment by card',
            title: heading,
          },
          {
            route: paths.guestPayment.route,
            under: paths.guestBilling.route,
            guard: guests,
            about: 'Payment by card, for guests',
            title: heading,
          },
        ] as const
      ).map((place) =>
        screen({
          ...guarded,
          ...place,
          query: PaymentQuery,
          actions: Object.values(actions),
          load: async (context, { query }) =>
            paymentScreen(await loadPaymentPage(context, { services, actions, query })),
        }),
      ),
      screen({
        ...guardedInstallments,
        route: paymentPaths.installments.route,
        under: paths.billing.route,
        about: 'Payment in installments',
        query: InstallmentsQuery,
        actions: [onInstallments.preview],
        load: async (context, { query: { card } }) =>
          installmentsScreen(await loadInstallmentsPage(context, { services, actions: onInstallments }, card)),
      }),
      screen({
        guard: billPayers,
        route: paymentPaths.receipt.route,
        about: 'Receipt of a payment',
        query: closed({ payment: Type.Optional(Type.String({ maxLength: 60 })), ...printQuery }),
        actions: [printReceipt, switchPatient],
        load: async (context, { query }) => {
          await askForPayer(context, services, query)
          const payment = await ownPayment(context, services, query.payment)
          return receiptScreen(await loadReceipt(context, services, payment), {
            print: call(printReceipt, { payment: payment.id }),
            prints: printsAtOnce(query),
          })
        },
      }),
      screen({
        guard: frontOffice,
        route: paymentPaths.staff.route,
        about: 'Payments whose end is unknown',
        load: () => ({
          title: 'Open payments',
          back: { label: 'Dashboard', to: paths.adminDashboard() },
          blocks: [
            title('Open payments'),
            text(
              'lead',
              'The portal asks the card processor and your records again by itself, and shows here what they answer.',
              'lead',
            ),
            { kind: 'region', id: 'open-payments', src: openRegion, shape: 'table' },
          ],
        }),
      }),
    ],
    regions: [
      region({
        name: openRegion,
        about: 'Payments without an end, those that the record server does not have, and installments that stopped',
        guard: frontOffice,
        load: (context) => loadStaffPayments(context, services),
      }),
    ],
    files: [
      {
        guard: billPayers,
        name: 'payments.receipt',
        about: 'Downloaded a receipt',
        route: paymentPaths.receiptFile.route,
        kind: 'download',
        load: async (context, { payment: id = '' }) => {
          const payment = await ownPayment(context, services, id)
          const receipt = await loadReceipt(context, services, payment)
          const parts = receiptParts(receipt)
          const { createdAt } = payment
          const pictures = logoPictures(receipt.logo)
          const body = await sheetPdf({ title: 'Receipt', parts, createdAt, pictures }, context.client.gone)
          return { body, type: 'application/pdf', name: 'receipt.pdf' }
        },
      },
    ],
    jobs: [
      postPayment,
      noticeReceipt,
      reversePayment,
      resolvePayments,
      forgetEnteredCards,
      watchRefunds,
      reconcilePayments,
      forgetCards,
      chargeInstallments,
      notifyPayer,
    ].map((each) => each.using(services)),
  }
})

const openRegion = 'payments.open'

async function loadReceipt(context: Context, services: PaymentServices, payment: Payment): Promise<Receipt> {
  const [charges, logo] = await Promise.all([
    chargesOfPayment(services.db, payment.id),
    practiceLogo(context, services),
  ])
  return { payment, charges, details: readDetails(services.encryption, payment), logo, context }
}

/** The form of the portal's references; of an address, anything else is none. */
const isReference = /^[\w.-]{1,60}$/

/** The last payment of this person that took money. */
async function lastPayment(context: Context, { db }: Pick<PaymentServices, 'db'>): Promise<Payment | undefined> {
  const person = payingPerson(context)
  context.dependsOn(billsTopic(person))
  return (await paymentsOf(db, person)).find(({ payer, state }) => payer === person.payer && isCharged(state))
}

/** A guardian who acts for another patient than that of the payment is asked to switch; its address comes by email. */
async function askForPayer(
  context: Context,
  { db }: Pick<PaymentServices, 'db'>,
  query: { payment?: string; print?: string },
): Promise<void> {
  const { payment: id = '' } = query
  const payment = isReference.test(id) ? await readPayment(db, id) : undefined
  const { licenseeId, patientId } = payment ?? {}
  if (patientId === undefined || licenseeId !== context.licensee.id) return
  const { receipt } = paymentPaths
  await askToSwitchTo({ db }, context, { patientId, route: receipt.route, to: receipt(query) })
}

/** Returns a payment of the patient; by default the last one of this person. Throws the Failure `payments.unknown`. */
async function ownPayment(
  context: Context,
  { db }: Pick<PaymentServices, 'db'>,
  id: string | undefined,
): Promise<Payment> {
  const person = payingPerson(context)
  context.dependsOn(billsTopic(person))
  const named = id !== undefined && isReference.test(id) ? await readPayment(db, id) : undefined
  const payment = id === undefined ? await lastPayment(context, { db }) : named
  if (!payment || !maySee(person, payment) || !isCharged(payment.state))
    throw new Failure('payments.unknown', { status: 404 })
  return payment
}
