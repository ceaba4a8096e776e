// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { fakePortal, json, problem, screen } from '../../tests/support/fake-portal.ts'
import { act } from './act.ts'
import { readEffects } from './effects.ts'
import { runAction } from './run-action.ts'

const notify = { type: 'notify', tone: 'success', text: 'Saved' }

describe('effects', () => {
  it('are read when each of them is known and whole', () => {
    expect(readEffects({ effects: [notify, { type: 'close' }, { type: 'navigate', to: '/rooms' }] })).toHaveLength(3)
  })

  it.each([
    ['of an unknown kind', { type: 'explode' }],
    ['that leads to another site', { type: 'navigate', to: '//evil.example' }],
    ['without what it needs', { type: 'replace', id: 'note' }],
    ['named like a member of every object', { type: 'constructor' }],
    ['that is none', 'close'],
  ])('are refused as a whole with one %s', (_, wrong) => {
    expect(readEffects({ effects: [notify, wrong] })).toBeUndefined()
  })

  it('are not applied at all when one is unknown, and the server hears of it', async () => {
    const { portal, requests } = fakePortal({
      '/ui/actions/room.save': json({ effects: [notify, { type: 'explode' }] }),
    })
    await runAction(portal, { type: 'call', action: 'room.save' })
    expect(portal.notices.get()).toEqual([])
    expect(portal.errorBanner.get()?.text).toMatch('Something went wrong')
    expect(requests.find(({ url }) => url === '/ui/reports')?.body).toEqual({
      kind: 'unknown-effect',
      name: 'room.save',
    })
  })

  it('replace a block wherever it stands and leave the rest as it is', async () => {
    const block = { kind: 'text', id: 'note', text: 'New note' }
    const { portal } = fakePortal({
      '/ui/screens/': json(screen()),
      '/ui/actions/room.save': json({ effects: [{ type: 'replace', id: 'note', block }] }),
    })
    await portal.screens.show('/')
    const [title] = portal.view.get()?.screen.blocks ?? []
    await runAction(portal, { type: 'call', action: 'room.save' })
    expect(portal.view.get()?.screen.blocks).toEqual([title, block])
    expect(portal.view.get()?.screen.blocks[0]).toBe(title)
  })
})

describe('an act', () => {
  it('is sent again with the same key when the connection broke', async () => {
    const answer = vi
      .fn<() => Response>()
      .mockImplementationOnce(() => {
        throw new TypeError('network')
      })
      .mockImplementation(() => json({ effects: [] }))
    const { portal, requests } = fakePortal({ '/ui/actions/room.save': answer })
    await expect(act(portal, { action: 'room.save', input: {} })).resolves.toMatchObject({ done: true })
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('asks the person first, and is not sent when they decline', async () => {
    const { portal, requests } = fakePortal({})
    const done = act(portal, {
      action: 'room.leave',
      input: {},
      confirm: { title: 'Leave?', text: 'It is warm here.', yes: 'Leave', no: 'Stay' },
    })
    portal.dialogs.close()
    await expect(done).resolves.toEqual({ done: false })
    expect(requests).toEqual([])
  })

  it('that meets a conflict draws the fresh screen and says why', async () => {
    const fresh = screen({ blocks: [{ kind: 'text', id: 'note', text: 'Somebody else was here' }] })
    const { portal } = fakePortal({
      '/ui/screens/': json(screen()),
      '/ui/actions/room.save': problem(409, { screen: fresh }),
    })
    await portal.screens.show('/')
    const arrival = portal.view.get()?.arrival
    await runAction(portal, { type: 'call', action: 'room.save' })
    expect(portal.view.get()?.screen.blocks).toEqual(fresh.blocks)
    expect(portal.view.get()?.arrival).toBe(arrival)
    expect(portal.errorBanner.get()?.text).toBe('It was refused.')
  })
})
