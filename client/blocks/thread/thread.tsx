import type { BlockOf } from '../../../schemas/blocks.ts'
import { Icon } from '../../parts/icon.tsx'
import { ActLink } from '../../render/to.tsx'
import type { BlockProps } from '../../render/block-props.ts'
import html from '../html.module.css'
import look from './thread.module.css'

type Entry = BlockOf<'thread'>['entries'][number]

export function ThreadBlock({ block: { label, earlier, entries } }: BlockProps<'thread'>) {
  return (
    <div className={look.thread}>
      {earlier !== undefined && <p className={look.earlier}>{earlier}</p>}
      <ol aria-label={label}>
        {entries.map((entry) => (
          <li key={entry.id} className={entry.side === 'end' ? look.own : undefined}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Entry({ entry: { from, to, at, detail, html: content, note, files = [] } }: { entry: Entry }) {
  return (
    <article className={look.entry} aria-label={[from, at.text].filter(Boolean).join(', ')}>
      <header className={look.head}>
        <span>
          <strong>{from}</strong>
          {to !== undefined && <span className={look.to}> {to}</span>}
        </span>
        <span className={look.when}>
          {at.text !== '' && <time dateTime={at.value}>{at.text}</time>}
          {detail !== undefined && <span>{detail}</span>}
        </span>
      </header>
      <div className={html.html} dangerouslySetInnerHTML={{ __html: content }} />
      {note !== undefined && <p className={html.note}>{note}</p>}
      {files.length > 0 && (
        <ul className={look.files}>
          {files.map(({ id, label, size, href }) => (
            <li key={id}>
              <ActLink className={look.file} action={{ type: 'download', href }}>
                <Icon name="document" /> {label} <span className={look.size}>({size})</span>
              </ActLink>
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}
