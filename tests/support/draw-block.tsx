import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { Blocks } from '../../client/render/blocks.tsx'
import { preloadKinds } from '../../client/blocks/registry.ts'
import { blockSchemas, type Block, type BlockKind, type BlockOf } from '../../schemas/blocks.ts'
import { fakePortal } from './fake-portal.ts'
import { InPortal } from './in-portal.tsx'

/** Loads the components of all kinds, so that blocks render at once. */
export async function fetchKinds(): Promise<void> {
  const kinds = Object.keys(blockSchemas).map((kind) => ({ kind }))
  await Promise.all([preloadKinds(kinds), import('../../client/blocks/days/day-picker.tsx')])
}

/** Renders the block in a fake portal that records requests. */
export async function drawBlock(block: Block, answers: Parameters<typeof fakePortal>[0] = {}) {
  const fake = fakePortal(answers)
  const page = (of: Block): ReactNode => (
    <InPortal portal={fake.portal}>
      <Blocks blocks={[of]} />
    </InPortal>
  )
  const view = await act(async () => render(page(block)))
  return { ...fake, user: userEvent.setup(), renew: (of: Block) => act(async () => view.rerender(page(of))) }
}

/** Sets the viewport width for media queries, in px. */
export function narrowTo(width: number): void {
  const matches = (query: string) => width < Number(/width < (\d+)px/.exec(query)?.[1])
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

/** Returns the example in the schema of a kind. */
export function exampleOf<K extends BlockKind>(kind: K): BlockOf<K> {
  const { examples: all } = blockSchemas[kind] as unknown as { examples: BlockOf<K>[] } // every schema of a block has examples: see tests/guards/contract.test.ts
  const [first] = all
  if (!first) throw new Error(`${kind} shows no example`)
  return first
}
