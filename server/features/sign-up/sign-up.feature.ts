import { lookupMessages } from '../../identity/patient-lookup.messages.ts'
import { ContactOnRecord } from '../../identity/patient-lookup.ts'
import { passwordWords } from '../../identity/password-words.ts'
import { todayAt } from '../../identity/today.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { staffNotices } from '../../practice/extension-points.ts'
import { paths } from '../../practice/paths.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, feature, type ScreenBody } from '../../protocol/definitions.ts'
import { admins, anyone } from '../../protocol/guard.ts'
import { lookupNotice } from './lookup-notice.ts'
import { signUpBackAction, signUpCode } from './sign-up.code.ts'
import { createAccountAction } from './sign-up.create.ts'
import { purpose, signUpOf, type SignUpServices } from './sign-up.flow.ts'
import { locateRecordAction } from './sign-up.locate.ts'
import { signUpLink } from './sign-up.link.ts'
import { signUpMessages } from './sign-up.messages.ts'
import { signUpScreen, type SignUpActions } from './sign-up.screens.ts'

/** Creating an account: one route, which shows the current step of this browser's sign-up (specification 1 §2, §4). */
export const signUp = feature('sign-up', (own: Omit<SignUpServices, 'fresh'>) => {
  const { db } = own
  const fresh = async (context: Context): Promise<ScreenBody> => {
    const flow = await signUpOf({ db }, context)
    const isOver = !flow && context.client.flowId(purpose) !== undefined
    const when = { at: context.now(), today: todayAt(context) }
    const words = passwordWords(context, flow?.subject.patient ?? {})
    return signUpScreen({ practice: practiceName(context), words, flow, isOver, ...when, actions, code })
  }
  const services: SignUpServices = { ...own, fresh }
  const code = signUpCode(services)
  const actions: SignUpActions & typeof code.actions = {
    locate: locateRecordAction(services),
    ...code.actions,
    back: signUpBackAction(services),
    create: createAccountAction(services),
  }
  const link = signUpLink(services)
  return {
    messages: { ...signUpMessages, ...lookupMessages },
    extends: [staffNotices.add({ guard: admins, blocks: (context) => lookupNotice(context, { db }) })],
    forms: () => [code.codeSchema, ContactOnRecord],
    actions: [...Object.values(actions), link.open],
    screens: [
      link.screen,
      screen({
        route: paths.signUp.route,
        about: 'Creating an account in four steps',
        guard: anyone,
        actions: Object.values(actions),
        load: (context) => fresh(context),
      }),
    ],
  }
})
