// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'
import { json, problem } from '../../tests/support/fake-portal.ts'

beforeAll(fetchKinds)
// jsdom has no CSS.escape; user-event needs it to move between radio buttons.
beforeAll(() => void vi.stubGlobal('CSS', { escape: String }))
afterEach(cleanup)

const done = { '/ui/actions/room.rate': json({ effects: [] }) }
const star = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

async function draw(more: Partial<BlockOf<'rating'>> = {}, answers: Parameters<typeof drawBlock>[1] = done) {
  const block = { ...exampleOf('rating'), ...more }
  const drawn = await drawBlock(block, answers)
  return { ...drawn, block, reported: () => drawn.requests.map(({ body }) => body) }
}

describe('a rating', () => {
  it('is a group of radio buttons whose words say how many stars each is', async () => {
    await draw()
    expect(screen.getByRole('group', { name: 'How did you like the room?' })).toBeTruthy()
    expect(screen.getAllByRole('radio').map((each) => each.getAttribute('aria-label'))).toEqual([
      '1 of 5',
      '2 of 5',
      '3 of 5',
      '4 of 5',
      '5 of 5',
    ])
    expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([])
    expect(screen.getByText('Tap a star')).toBeTruthy()
  })

  it('calls at a click, with a number', async () => {
    const { user, reported } = await draw()
    await user.click(star('4 of 5'))
    expect(reported()).toEqual([{ stars: 4 }])
    expect(star('4 of 5').checked).toBe(true)
    expect(screen.getByText('4 of 5')).toBeTruthy()
  })

  it('does not call for the stars that the arrow keys pass, but at Enter', async () => {
    const { user, reported } = await draw({ value: 1 })
    await user.tab()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(star('4 of 5').checked).toBe(true)
    expect(reported()).toEqual([])
    await user.keyboard('{ArrowLeft}{Enter}')
    expect(reported()).toEqual([{ stars: 3 }])
  })

  it('calls when it is left with another choice, and only then', async () => {
    const { user, reported } = await draw({ value: 1 })
    await user.tab()
    await user.tab()
    expect(reported()).toEqual([])
    await user.tab({ shift: true })
    await user.keyboard('{ArrowRight}')
    await user.tab()
    expect(reported()).toEqual([{ stars: 2 }])
  })

  it('can be sent again after a failure, by the same star', async () => {
    const { user, reported, portal } = await draw({}, { '/ui/actions/room.rate': problem(503) })
    await user.click(star('2 of 5'))
    expect(portal.errorBanner.get()?.text).toBe('It was refused.')
    await user.click(star('2 of 5'))
    expect(reported()).toEqual([{ stars: 2 }, { stars: 2 }])
  })

  it('takes the number of the server when that changes', async () => {
    const { user, renew, block } = await draw()
    await user.click(star('4 of 5'))
    await renew({ ...block, value: 2 })
    expect(star('2 of 5').checked).toBe(true)
  })

  it('that cannot be changed has no button and says its words [1 §4.68]', async () => {
    await draw({ value: 3, readOnly: true })
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.getByRole('group', { name: 'How did you like the room?' }).textContent).toContain('3 of 5')
  })
})
