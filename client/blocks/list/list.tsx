import type { BlockOf } from '../../../schemas/blocks.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Paging } from '../../parts/paging.tsx'
import type { BlockProps } from '../../render/block-props.ts'
import { ActLink } from '../../render/to.tsx'
import look from './list.module.css'

export function ListBlock({ block: { label, rows, empty, paging } }: BlockProps<'list'>) {
  if (rows.length === 0) return <EmptyState empty={empty} />
  return (
    <div className={look.list}>
      <ul aria-label={label}>
        {rows.map((row) => (
          <li key={row.id}>
            <Row row={row} />
          </li>
        ))}
      </ul>
      {paging && <Paging paging={paging} of={label ?? ''} />}
    </div>
  )
}

function Row({ row }: { row: BlockOf<'list'>['rows'][number] }) {
  const { lead, title, line, icon, meta, value, unread, mark, chosen } = row
  return (
    <ActLink
      className={`${look.row} ${unread === undefined ? '' : look.unread}`.trim()}
      action={row.do}
      aria-current={chosen || undefined}
    >
      {icon && (
        <span className={look.icon}>
          <Icon name={icon} />
        </span>
      )}
      <span className={look.words}>
        <span className={look.top}>
          <span className={look.lead}>{lead}</span> {meta !== undefined && <span className={look.meta}>{meta}</span>}
        </span>{' '}
        <span className={look.title}>{title}</span>
        {line !== undefined && <span className={look.line}>{line}</span>}
        {(unread ?? mark) && (
          <span className={look.marks}>
            {unread !== undefined && <span className={look.new}>{unread}</span>}
            {mark && <span className={`${look.mark} ${look[mark.tone]}`}>{mark.text}</span>}
          </span>
        )}
      </span>{' '}
      {value && <span className={`${look.value} ${value.tone ? look[value.tone] : ''}`.trim()}>{value.text}</span>}
    </ActLink>
  )
}
