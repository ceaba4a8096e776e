// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { drawBlock, fetchKinds, narrowTo } from '../../tests/support/draw-block.tsx'

beforeAll(fetchKinds)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const section = (id: string, rest: Partial<BlockOf<'section'>> = {}): BlockOf<'section'> => ({
  kind: 'section',
  id,
  title: id,
  blocks: [{ kind: 'text', id: `${id}-words`, text: `Words of ${id}` }],
  ...rest,
})
const detailsOf = (words: string) => page.getByText(words).closest('details')

describe('a section that can be closed', () => {
  test.each([
    ['open', true, true],
    ['closed', false, false],
    ['closedWhenNarrow', true, false],
    ['closedWhenNarrow', false, true],
  ] as const)('that begins %s, in a narrow window: %s', async (collapsible, isNarrow, isOpen) => {
    narrowTo(isNarrow ? 390 : 1280)
    await drawBlock(section('Rooms', { collapsible }))
    expect(detailsOf('Words of Rooms')?.open).toBe(isOpen)
    expect(page.getByRole('heading', { name: 'Rooms', level: 2 }).closest('summary')).not.toBeNull()
  })

  test('opens where a link of the page leads into it, and has the focus', async () => {
    const rooms = section('Rooms', { collapsible: 'closed', blocks: [section('Hall', { collapsible: 'closed' })] })
    const links = `<a href="#Hall">to the hall</a> <a href="#none">nowhere</a> <a href="https://example.test/">out</a>`
    await drawBlock({
      kind: 'stack',
      id: 'both',
      blocks: [{ kind: 'html', id: 'l', label: 'Links', html: links }, rooms],
    })
    const address = location.href
    await userEvent.click(page.getByText('nowhere'))
    expect(detailsOf('Words of Hall')?.open).toBe(false)
    await userEvent.click(page.getByText('to the hall'))
    expect(detailsOf('Words of Hall')?.open).toBe(true)
    expect(detailsOf('Words of Hall')?.parentElement?.closest('details')?.open).toBe(true)
    expect(document.activeElement?.textContent).toBe('Hall')
    expect(location.href).toBe(address)
  })
})

test('a section without a title cannot be closed', async () => {
  await drawBlock(section('Rooms', { title: undefined, collapsible: 'closed' }))
  expect(detailsOf('Words of Rooms')).toBeNull()
})
