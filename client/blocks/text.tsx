import type { BlockOf } from '../../schemas/blocks.ts'
import type { BlockProps } from '../render/block-props.ts'
import look from './text.module.css'
import { Words } from '../parts/words.tsx'

type Role = NonNullable<BlockOf<'text'>['role']>

const elements = {
  title: 'h1',
  heading: 'h2',
  subheading: 'h3',
  lead: 'p',
  body: 'p',
  small: 'p',
  code: 'pre',
} as const satisfies Record<Role, string>

export function TextBlock({ block: { text, role = 'body', tone = 'neutral', stamp } }: BlockProps<'text'>) {
  const Element = elements[role]
  return (
    <Element
      className={`${look[role]} ${look[tone]} ${stamp ? look.stamp : ''}`}
      {...(role === 'title' && { tabIndex: -1 })}
    >
      <Words words={text} />
    </Element>
  )
}
