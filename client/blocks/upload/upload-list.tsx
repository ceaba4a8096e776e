import type { ReactNode } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { useWords } from '../../model/use-words.ts'
import buttons from '../../parts/button.module.css'
import { megabytes } from '../../parts/megabytes.ts'
import { typeOf } from '../../parts/file-checks.ts'
import look from '../table/table.module.css'
import own from './upload.module.css'
import type { Entry, Uploads } from './use-uploads.ts'

type Upload = BlockOf<'upload'>

interface UploadListProps {
  block: Upload
  uploads: Pick<Uploads, 'entries' | 'remove' | 'send'>
}

/** The chosen files, in the look of the table block. */
export function UploadList({ block, uploads }: UploadListProps) {
  const word = useWords()
  const { caption, name, type, size, state } = block.list
  return (
    <div className={look.surface}>
      <table className={`${look.table} ${look.cards} ${own.files}`} role="table">
        <caption className={look.caption}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {[name, type, size, state].map((label) => (
              <th key={label} role="columnheader" scope="col" className={label === size ? look.end : undefined}>
                {label}
              </th>
            ))}
            <th role="columnheader" scope="col">
              <span className="visually-hidden">{word('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {uploads.entries.map((entry) => (
            <FileRow key={entry.key} entry={entry} block={block} uploads={uploads} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function FileRow({ entry, block: { list, category, remove }, uploads }: UploadListProps & { entry: Entry }) {
  const word = useWords()
  const { file, fileName, key, state, words, fields } = entry
  const kind = category?.options.find(({ value }) => value === fields.category)?.label
  const isOpen = state === 'waiting' || state === 'failed'
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className={look.main}>
        <span className={look.value}>
          {fileName}
          {kind && <span className={look.help}> {fields.other ? `${kind}: ${fields.other}` : kind}</span>}
        </span>
      </th>
      <Cell label={list.type}>{shortType(typeOf(file))}</Cell>
      <Cell label={list.size} className={`${look.end} ${look.figures}`}>
        {megabytes(file.size)}
      </Cell>
      <Cell label={list.state}>
        <span className={`${look.tag} ${look[tones[state]]} ${own.state}`}>{list.states[state]}</span>
        {words && <span className={look.help}> {words}</span>}
      </Cell>
      <td role="cell" className={isOpen ? look.acts : look.idle}>
        {state === 'failed' && (
          <RowButton about={fileName} press={() => uploads.send(key)}>
            {word('retry')}
          </RowButton>
        )}
        {isOpen && (
          <RowButton about={fileName} press={() => uploads.remove(key)}>
            {remove.label}
          </RowButton>
        )}
      </td>
    </tr>
  )
}

/** The common name of a media type: PDF for `application/pdf`. */
function shortType(type: string): string {
  return (type.split('/').at(-1) ?? type).toUpperCase()
}

const tones = { waiting: 'neutral', sending: 'info', sent: 'success', failed: 'error' } as const satisfies Record<
  Entry['state'],
  string
>

function Cell({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <td role="cell" className={className}>
      <span className={look.name} aria-hidden="true">
        {label}
      </span>
      <span className={look.value}>{children}</span>
    </td>
  )
}

function RowButton({ about, press, children }: { about: string; press: () => Promise<void>; children: ReactNode }) {
  return (
    <button type="button" className={`${buttons.link} ${buttons.small}`} onClick={() => void press()}>
      <span>
        {children} <span className="visually-hidden">{about}</span>
      </span>
    </button>
  )
}
