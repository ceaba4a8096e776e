import { closed } from '../../../schemas/base.ts'
import { deleteExpiredStaffInvitations, invitationDays } from '../../identity/staff-invitations.store.ts'
import { recurring } from '../../jobs/job.ts'
import { staffCards } from '../../practice/extension-points.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { feature, screen } from '../../protocol/definitions.ts'
import { owners } from '../../protocol/guard.ts'
import { pageParameters, pageRequestOf } from '../../protocol/paging.ts'
import { signedIn } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import {
  forgottenPasswordPages,
  requestPasswordLinkAction,
  sendForgottenLink,
  type ForgottenServices,
} from './forgotten-password.ts'
import { acceptAction, invitationLink } from './accepting.ts'
import { inviteActions } from './invite.actions.ts'
import { loadMember, loadStaff } from './load-staff.ts'
import { memberActions } from './member.actions.ts'
import { memberScreen } from './member.screens.ts'
import { staffMessages } from './staff.messages.ts'
import { staffPaths } from './staff.paths.ts'
import { ChosenAccount, NewStaff, ReasonForm, RolesForm } from './staff.rules.ts'
import { inviteScreen, listSizes, staffScreen, usualSize } from './staff.screens.ts'

/** Deletes invitations that nobody accepted, some time after they ended. */
export const forgetStaffInvitations = recurring('staff.forgetInvitations', {
  every: { hours: 1 },
  run: ({ db, now }: Pick<Services, 'db' | 'now'>) => deleteExpiredStaffInvitations(db, { at: now() }),
})

/** The people who work for the practice: invited, given roles, ended and restored by its owners. */
export const staff = feature('staff', (services: ForgottenServices) => {
  const invitations = inviteActions(services)
  const ofMember = memberActions(services)
  const accept = acceptAction(services)
  const requestLink = requestPasswordLinkAction(services)
  return {
    messages: staffMessages,
    actions: [...Object.values(invitations), ...Object.values(ofMember), accept, requestLink],
    forms: () => [NewStaff, ChosenAccount, ReasonForm, RolesForm],
    jobs: [forgetStaffInvitations.using(services), sendForgottenLink.using(services)],
    menu: [{ menu: 'main', id: 'staff', label: 'Staff', icon: 'people', guard: owners, do: goTo(staffPaths.list()) }],
    extends: [
      staffCards.add({
        id: 'staff',
        guard: owners,
        order: 70,
        title: 'Staff',
        text: 'Invite people, decide what they may do, end their access.',
        icon: 'people',
        to: staffPaths.list(),
      }),
    ],
    screens: [
      screen({
        route: staffPaths.list.route,
        about: 'The staff of the practice',
        guard: owners,
        query: closed(pageParameters),
        actions: [invitations.sendAgain, invitations.withdraw],
        load: async (context, { query }) =>
          staffScreen({
            ...(await loadStaff(services, context, pageRequestOf(query, listSizes, usualSize))),
            self: signedIn(context).accountId,
            actions: invitations,
            now: context.now(),
            timeZone: context.licensee.timeZone,
          }),
      }),
      screen({
        route: staffPaths.member.route,
        about: 'A member of the staff: roles, access, second factor, history',
        guard: owners,
        actions: Object.values(ofMember),
        load: async (context, { params: { number = '' } }) =>
          memberScreen({ ...(await loadMember(services, context, number)), actions: ofMember }),
      }),
      screen({
        route: staffPaths.invite.route,
        about: 'Invites a person to the staff',
        guard: owners,
        under: staffPaths.list.route,
        actions: [invitations.invite],
        load: () => inviteScreen(invitations.invite, { days: invitationDays }),
      }),
      invitationLink(services, accept),
      ...forgottenPasswordPages(requestLink),
    ],
  }
})
