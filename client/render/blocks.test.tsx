// @vitest-environment jsdom
import { cleanup, render, screen as page } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Block } from '../../schemas/blocks.ts'
import { fakePortal } from '../../tests/support/fake-portal.ts'
import { InPortal } from '../../tests/support/in-portal.tsx'
import { Blocks } from './blocks.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function draw(blocks: unknown[]) {
  const fake = fakePortal({})
  render(
    <InPortal portal={fake.portal}>
      <Blocks blocks={blocks as Block[]} />
    </InPortal>,
  )
  return fake
}

describe('a block of unknown kind', () => {
  it('is drawn as its fallback and reported [2 §9.38]', async () => {
    const { requests } = draw([
      {
        kind: 'x-acme:map',
        id: 'map',
        requires: 'acme-map 1',
        fallback: [{ kind: 'text', id: 'where', text: '12 Main Street' }],
      },
    ])
    expect(await page.findByText('12 Main Street')).toBeTruthy()
    expect(requests.map(({ url, body }) => [url, body])).toEqual([
      ['/ui/reports', { kind: 'unknown-block', name: 'x-acme:map' }],
    ])
  })

  it('without a fallback is a neutral sentence, and the rest of the screen stands', async () => {
    draw([
      { kind: 'hologram', id: 'h' },
      { kind: 'text', id: 't', text: 'The rest' },
    ])
    expect(await page.findByText('This part cannot be shown here.')).toBeTruthy()
    expect(await page.findByText('The rest')).toBeTruthy()
  })

  it('named like a member of every object is unknown too', async () => {
    draw([{ kind: 'constructor', id: 'c' }])
    expect(await page.findByText('This part cannot be shown here.')).toBeTruthy()
  })
})

it('a block that breaks takes nothing else along', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { requests } = draw([
    { kind: 'text', id: 'broken', text: 12 },
    { kind: 'text', id: 't', text: 'The rest' },
  ])
  expect(await page.findByText('The rest')).toBeTruthy()
  expect(await page.findByRole('alert')).toBeTruthy()
  expect(requests[0]?.body).toEqual({ kind: 'broken-block', name: 'text' })
})
