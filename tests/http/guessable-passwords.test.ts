import { expect } from 'vitest'
import { newGuardian } from '../support/guardians.ts'
import { portalTest } from '../support/portal-test.ts'
import { accountRequest, getVerified, peopleOf } from '../support/sign-up.ts'
import { invitedStaff } from '../support/staff.ts'
import { withSetting } from '../support/switches.ts'

const test = portalTest()

test('a password that is mostly the name of the person or the practice is refused wherever one is chosen', async ({
  portal,
}) => {
  const maria = await portal.signIn('maria.alvarez')
  const owner = await portal.signIn('practice.owner')
  const [somebody] = await peopleOf(portal, 1)
  const newcomer = portal.visitor()
  await getVerified(portal, newcomer, somebody ?? expect.fail('nobody is left'))
  const staff = await invitedStaff(portal, owner, { firstName: 'Theodora' })
  const change = { CurrentPassword: 'Sunny-Harbor-42', NewPassword: 'M.Alvarez-83x', ConfirmPassword: 'M.Alvarez-83x' }
  const tries = [
    await maria.act('account.changePassword', change),
    await newcomer.act('account.createAccount', {
      ...accountRequest('rowing.club'),
      PatientPassword: 'Rowing.Club1',
      PatientPassword2: 'Rowing.Club1',
    }),
    await portal.visitor().act('account.acceptStaffInvitation', {
      token: staff.token,
      Login: 'somebody.new',
      Password: 'Theodora.Some1',
      Password2: 'Theodora.Some1',
    }),
  ]
  await withSetting(portal, { name: 'Guardian_Invitations', value: false }, async () => {
    const guardian = { ...newGuardian(), Password: 'Dermatology-1!', Password2: 'Dermatology-1!' }
    tries.push(await maria.act('account.addGuardian', guardian))
  })
  // The rule beside the field holds the same words while a person types.
  for (const [visitor, path, word] of [
    [maria, '/user/home/Settings/password', 'alvarez'],
    [newcomer, '/user/signup', somebody!.firstName.toLowerCase()],
    [portal.visitor(), `/admin/invitation/${staff.token}`, 'theodora'],
  ] as const)
    expect([path, JSON.stringify((await visitor.get(`/ui/screens${path}`)).body)]).toEqual([
      path,
      expect.stringMatching(new RegExp(`"words":\\[[^\\]]*"${word}"`)),
    ])
  const words = expect.stringMatching(/^This password is easy to guess: /)
  expect(tries.map(({ status, body }) => [status, body.errors[0]?.pointer, body.errors[0]?.message])).toEqual([
    [422, '/NewPassword', words],
    [422, '/PatientPassword', words],
    [422, '/Password', words],
    [422, '/Password', words],
  ])
})
